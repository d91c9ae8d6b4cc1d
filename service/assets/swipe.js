/** A finger that draws to the side. */

const LEAST = 40;

/** Calls `step(1)` for a swipe to the left, `step(-1)` for one to the right. */
export const swipes = (step) => {
  let from = null;
  return {
    down: (event) => {
      from = event.pointerType === "mouse" ? null : {x: event.clientX, y: event.clientY};
    },
    up: (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      from = null;
      if (Math.abs(x) >= LEAST && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
    },
  };
};

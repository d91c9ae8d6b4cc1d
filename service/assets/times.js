/** Times as people say them. */

import {context} from "./page.js";
import {t, tn} from "./words.js";

const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** How long ago a time was, roughly. */
export const ago = (time, now = Date.now()) => {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const format = new Intl.RelativeTimeFormat(context.language, {numeric: "auto"});
  if (seconds < MINUTE) return t("just now");
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), "minute");
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), "hour");
  return format.format(-Math.floor(seconds / DAY), "day");
};

/** A number of seconds in the largest unit that measures it. */
export const duration = (seconds) => {
  if (seconds % DAY === 0) return tn("{n} day", "{n} days", seconds / DAY);
  if (seconds % HOUR === 0) return tn("{n} hour", "{n} hours", seconds / HOUR);
  if (seconds % MINUTE === 0) return tn("{n} minute", "{n} minutes", seconds / MINUTE);
  return tn("{n} second", "{n} seconds", seconds);
};

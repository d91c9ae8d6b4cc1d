// Texts that have one meaning, and the one writing that each has (RFC 8785).

const DEEPEST = 16;

export const utf8 = new TextEncoder();
export const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The canonical form of a value whose only numbers are integers within ±(2⁵³−1). */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The value of a JSON text that is its own canonical form; throws a sentence where it is not. */
export function strict(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw "It is not JSON.";
  }
  checkValue(value, DEEPEST);
  if (canonical(value) !== text) throw "It is not in its canonical form (RFC 8785).";
  return value;
}

function checkValue(value, left) {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw "It holds a number that is no integer within 2⁵³−1.";
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw "It holds half of a surrogate pair.";
  if (typeof value !== "object" || value === null) return;
  if (left === 0) throw `It nests deeper than ${DEEPEST} levels.`;
  for (const name of Object.keys(value)) {
    if (/[^\x00-\x7f]/.test(name)) throw "It holds a name that is not ASCII.";
    checkValue(value[name], left - 1);
  }
}

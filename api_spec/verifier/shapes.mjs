// What a value must look like, put together from small questions.

import { has, isObject } from "./strict.mjs";

export const string = (value) => typeof value === "string";
export const integer = (value) => typeof value === "number";
export const flag = (value) => typeof value === "boolean";
export const object = isObject;
export const orNull = (form) => (value) => value === null || form(value);
export const oneOf =
  (...allowed) =>
  (value) =>
    allowed.includes(value);
export const listOf = (form) => (value) => Array.isArray(value) && value.every(form);
export const exactly =
  (forms, optional = {}) =>
  (value) =>
    isObject(value) &&
    Object.keys(forms).every((name) => has(value, name) && forms[name](value[name])) &&
    Object.keys(value).every(
      (name) => has(forms, name) || (has(optional, name) && optional[name](value[name])),
    );

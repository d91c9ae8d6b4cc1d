// What is wrong, and where.

/** How many findings are told; of the others only their number. */
export const MOST = 1000;

export const finding = (version, field, recordedValue, expected, sentence) => ({
  version,
  field,
  clauses: [],
  recorded: recordedValue,
  expected,
  sentence,
});

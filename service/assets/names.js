/** The name that somebody last sat down with here. */

const STORE = "singsing.name";

export const lastName = () => localStorage.getItem(STORE) ?? "";

export const keepName = (name) => localStorage.setItem(STORE, name);

/** What a name has to have, for a field: the service says the rest. */
export const PATTERN = ".*[\\p{L}\\p{N}].*";
export const LONGEST = 40;

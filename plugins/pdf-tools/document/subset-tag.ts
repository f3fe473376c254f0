/** Before the name of a font of which a file has a part (ISO 32000-1, 9.6.4). */
export const SUBSET_TAG = /^[A-Z]{6}\+/;

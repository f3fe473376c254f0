/** Shared by every schema: public ids are `_id`, indexes are built at boot, and unknown fields are an error. */
export const schemaOptions = { autoIndex: false, autoCreate: false, versionKey: false, strict: 'throw', minimize: false } as const;

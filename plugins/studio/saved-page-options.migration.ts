import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import type { Migration } from '../../server/contract/index.ts';

interface Settings {
  _id: string;
  accountId: string;
  options?: Readonly<Record<string, unknown>>;
}

interface Head {
  _id: string;
  accountId: string;
  html: string;
  version: number;
  options?: string | null;
}

interface Recorded {
  _id: string;
  html: string;
  version: number;
  options?: string | null;
  schema: string | null;
  name: string | null;
  createdAt: Date;
}

/**
 * Page options were kept beside a template, for previews alone. Now they are its newest version, with the text of the one before:
 * versions that callers have pinned print as they did.
 */
export const savedPageOptions: Migration = {
  id: 'saved-page-options',
  async run(collection) {
    const settings = collection('studio_settings') as unknown as mongo.Collection<Settings>;
    const templates = collection('templates') as unknown as mongo.Collection<Head>;
    const versions = collection('template_versions') as unknown as mongo.Collection<Recorded>;

    /** False when the number belongs to another version, which is current then. */
    const addVersion = async ({ _id: templateId, accountId, html, version }: Head, options: string): Promise<boolean> => {
      const now = new Date();
      const next = version + 1;
      const bytes = Buffer.byteLength(html) + Buffer.byteLength(options);
      const made = { _id: `${templateId}@${String(next)}`, html, version: next, options, schema: null, name: null, createdAt: now };
      const taken = await versions.insertOne({ ...made, ...{ templateId, accountId, bytes } }).then(
        () => undefined,
        (error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          return versions.findOne({ _id: made._id });
        },
      );
      const { schema, name, createdAt, ...text } = taken ?? made;
      const change = {
        ...{ html: text.html, version: next, options: text.options ?? null, updatedAt: createdAt },
        ...(schema === null ? {} : { schema }),
        ...(name === null ? {} : { name }),
      };
      await templates.updateOne({ _id: templateId, accountId, version }, { $set: change });
      return text.options === options;
    };

    for await (const { _id, accountId, options = {} } of settings.find({ options: { $exists: true } })) {
      const wanted = Object.keys(options).length > 0;
      for (let moved = !wanted; !moved;) {
        const head = await templates.findOne({ _id, accountId });
        moved = head === null || (head.options ?? null) !== null || (await addVersion(head, JSON.stringify(options)));
      }
      await settings.updateOne({ _id, accountId }, { $unset: { options: '' } });
    }
  },
};

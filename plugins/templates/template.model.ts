import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';

/** A template as it is now. */
export interface TemplateDocument {
  _id: string;
  accountId: string;
  name: string;
  html: string;
  /** JSON text: names of variables may hold what a database gives a meaning. */
  schema: string;
  /** Whether its author wrote the schema; absent in documents of earlier versions. */
  isDeclared?: boolean | null;
  /** Page options of the current version as JSON text; absent in documents of earlier versions. */
  options?: string | null;
  /** Sample data as JSON text, as keys of theirs may hold dots; absent in documents of earlier versions. */
  sample?: string | null;
  version: number;
  isPublic: boolean;
  category: string | null;
  description: string | null;
  downloads: number;
  /** Its creation is not told yet. */
  announce: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<TemplateDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: { type: String, required: true },
    html: { type: String, required: true },
    schema: { type: String, required: true },
    isDeclared: { type: Boolean, default: null },
    options: { type: String, default: null },
    sample: { type: String, default: null },
    version: { type: Number, required: true },
    isPublic: { type: Boolean, required: true },
    category: { type: String, default: null },
    description: { type: String, default: null },
    downloads: { type: Number, required: true },
    announce: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'templates-of-account' });
schema.index({ isPublic: 1, createdAt: -1, _id: -1 }, { name: 'marketplace' });
schema.index({ announce: 1, createdAt: 1 }, { name: 'announcements' });

export const TemplateModel = defineModel<TemplateDocument>({ collection: 'templates', schema, belongsTo: byAccountId });

/**
 * One version of a template; never changed. It is recorded before the template takes it over, so that its number
 * belongs to one writer, and whoever finds it recorded but not taken over does so.
 */
export interface VersionDocument {
  /** `<template>@<version>` */
  _id: string;
  templateId: string;
  accountId: string;
  version: number;
  html: string;
  /** As JSON text; absent in versions made before they had any. */
  options?: string | null;
  /** Of text and options; absent in versions made before they were counted. */
  bytes?: number;
  /** What else the same update changed. */
  schema: string | null;
  name: string | null;
  createdAt: Date;
}

const versionSchema = new Schema<VersionDocument>(
  {
    _id: { type: String, required: true },
    templateId: { type: String, required: true },
    accountId: { type: String, required: true },
    version: { type: Number, required: true },
    html: { type: String, required: true },
    options: { type: String, default: null },
    bytes: { type: Number },
    schema: { type: String, default: null },
    name: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
versionSchema.index({ templateId: 1, version: -1 }, { name: 'versions-of-template' });

export const VersionModel = defineModel<VersionDocument>({
  collection: 'template_versions',
  schema: versionSchema,
  belongsTo: byAccountId,
});

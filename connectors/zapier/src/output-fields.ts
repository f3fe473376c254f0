import type { PlainOutputField } from 'zapier-platform-core';

type Type = NonNullable<PlainOutputField['type']>;

const field = (key: string, label: string, type: Type = 'string'): PlainOutputField => ({ key, label, type });

/** What each kind of result holds, in words: Zapier shows them to who maps it. */
export const FILE_FIELDS: PlainOutputField[] = [
  field('id', 'ID'),
  field('url', 'Link'),
  field('file_size', 'Size in Bytes', 'integer'),
  field('file', 'File', 'file'),
];
const WARNING_FIELDS = [field('warnings[]code', 'Warning Codes'), field('warnings[]message', 'Warnings')];
export const GENERATED_FIELDS: PlainOutputField[] = [...FILE_FIELDS, field('pages', 'Pages', 'integer'), ...WARNING_FIELDS];
export const IMAGE_FIELDS: PlainOutputField[] = [...FILE_FIELDS, field('width', 'Width', 'integer'), field('height', 'Height', 'integer')];
export const CAPTURE_FIELDS: PlainOutputField[] = [...IMAGE_FIELDS, ...WARNING_FIELDS];
export const GENERATION_FIELDS: PlainOutputField[] = [
  ...GENERATED_FIELDS,
  field('template_id', 'Template ID'),
  field('input_type', 'Made From'),
  field('source', 'Source'),
  field('batch_id', 'Batch ID'),
  field('status', 'Status'),
  field('url_expires_at', 'Link Expires', 'datetime'),
  field('generation_time_ms', 'Milliseconds', 'integer'),
  field('filename', 'File Name'),
  field('created_at', 'Created', 'datetime'),
  field('error', 'Error'),
];
export const TEMPLATE_FIELDS: PlainOutputField[] = [
  field('id', 'ID'),
  field('name', 'Name'),
  field('version', 'Version', 'integer'),
  field('is_public', 'Public', 'boolean'),
  field('created_at', 'Created', 'datetime'),
  field('updated_at', 'Changed', 'datetime'),
];
export const WHOLE_TEMPLATE_FIELDS: PlainOutputField[] = [...TEMPLATE_FIELDS, field('html_content', 'HTML')];
export const BATCH_FIELDS: PlainOutputField[] = [
  field('id', 'ID'),
  field('batch_id', 'Batch ID'),
  field('status', 'Status'),
  field('total', 'Total', 'integer'),
  field('completed', 'Completed', 'integer'),
  field('failed', 'Failed', 'integer'),
  field('result', 'Result'),
  field('result_url', 'Result Link'),
  field('result_file', 'Result File', 'file'),
  field('result_error', 'Result Error'),
  field('generations[]id', 'PDF IDs'),
  field('generations[]url', 'PDF Links'),
  field('generations[]file', 'PDF Files', 'file'),
  field('generations[]status', 'PDF Statuses'),
  field('created_at', 'Created', 'datetime'),
  field('finished_at', 'Finished', 'datetime'),
];
export const QUOTA_FIELDS: PlainOutputField[] = [
  field('id', 'ID'),
  field('percent', 'Percent Used', 'integer'),
  field('used', 'Used', 'integer'),
  field('limit', 'Limit', 'integer'),
  field('month', 'Month'),
  field('resets_at', 'Resets', 'datetime'),
];
export const SPLIT_FIELDS: PlainOutputField[] = [
  field('id', 'ID'),
  field('total', 'Parts', 'integer'),
  field('parts[]url', 'Links of Parts'),
  field('parts[]file', 'Files of Parts', 'file'),
  field('parts[]file_size', 'Sizes of Parts', 'integer'),
  field('parts[]index', 'Places of Parts', 'integer'),
];
export const DELETED_FIELDS: PlainOutputField[] = [field('id', 'ID'), field('deleted', 'Deleted', 'boolean')];

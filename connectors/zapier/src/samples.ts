/** As the API gives them; the tests compare their keys with what comes. */
export const GENERATION = {
  id: 'gen_5sJx2ZkQm4T8vYbN1cWdRf',
  template_id: 'tmpl_7hGq3LpXr9V2kMwB6tZcJn',
  input_type: 'template',
  source: 'integrations',
  batch_id: null,
  status: 'completed',
  url: 'https://pdf.example.com/files/2026/11/21/4fGh7JkLmN2pQrStUvWxYz.pdf?name=invoice.pdf&expires=1795897248&signature=x',
  url_expires_at: '2026-11-28T12:00:00.000Z',
  pages: 1,
  file_size: 48213,
  generation_time_ms: 64,
  filename: 'invoice.pdf',
  metadata: {},
  warnings: [],
  created_at: '2026-11-21T12:00:00.000Z',
  error: null,
};

export const TEMPLATE = {
  id: 'tmpl_7hGq3LpXr9V2kMwB6tZcJn',
  name: 'Invoice',
  version: 3,
  is_public: false,
  created_at: '2026-11-02T09:30:00.000Z',
  updated_at: '2026-11-20T16:45:00.000Z',
};

const FILE_PLACEHOLDER = 'hydrate|||file|||hydrate';

export const GENERATED = { id: GENERATION.id, url: GENERATION.url, pages: 1, file_size: 48213, warnings: [], file: FILE_PLACEHOLDER };

export const FILE = {
  id: 'https://pdf.example.com/files/2026/11/21/4fGh7JkLmN2pQrStUvWxYz.pdf',
  url: GENERATION.url,
  file_size: 48213,
  file: FILE_PLACEHOLDER,
};

export const BATCH = {
  id: 'batch_2mNp4QrStUvWxYz6AbCdEf',
  batch_id: 'batch_2mNp4QrStUvWxYz6AbCdEf',
  status: 'completed',
  total: 1,
  completed: 1,
  failed: 0,
  result: 'zip',
  result_url: 'https://pdf.example.com/files/2026/11/21/6gHj8KlMnP3qRsTuVwXyZa.zip?name=batch.zip&expires=1795897248&signature=x',
  result_file: FILE_PLACEHOLDER,
  result_error: null,
  generations: [{ id: GENERATION.id, index: 0, status: 'completed', url: GENERATION.url, error: null, file: FILE_PLACEHOLDER }],
  created_at: '2026-11-21T12:00:00.000Z',
  finished_at: '2026-11-21T12:00:01.000Z',
};

export const IMAGE = { ...FILE, id: FILE.id.replace(/pdf$/, 'png'), width: 794, height: 1123 };

/** An image of a page, which is a document of the account. */
export const CAPTURE = {
  id: GENERATION.id,
  url: GENERATION.url.replaceAll('.pdf', '.png'),
  file_size: 48213,
  width: 1280,
  height: 2400,
  warnings: [],
  file: FILE_PLACEHOLDER,
};

export const QUOTA = { id: '2026-11-80', percent: 80, used: 800, limit: 1000, month: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' };

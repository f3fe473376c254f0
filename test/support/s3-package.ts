import { join } from 'node:path';
import { jarsOf } from './jars.ts';
import { preparation } from './preparation.ts';

const jars = jarsOf('s3proxy', join(import.meta.dirname, '../judges/s3proxy/jars.sha256'));

export const S3PROXY = jars.folder;

/** S3Proxy, a server that checks signatures as S3 does, 55 MB from Maven's repository. */
export const prepareS3Server = preparation({ name: 'S3Proxy, the S3 server', limitMinutes: 5, ...jars });

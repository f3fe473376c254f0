import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { runMaven } from './maven.ts';
import { cachedIn, preparation } from './preparation.ts';

const VERSION = '4.1.0';

export const S3PROXY = join(cacheFolder(process.env), `s3proxy-${VERSION}`);

/** S3Proxy, a server that checks signatures as S3 does, 55 MB from Maven's repository. */
export const prepareS3Server = preparation({
  name: `S3Proxy ${VERSION}, the S3 server`,
  limitMinutes: 5,
  ...cachedIn(S3PROXY, (fresh, run) =>
    runMaven(
      run,
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
      `-Dartifact=org.gaul:s3proxy:${VERSION}:jar:jar-with-dependencies`,
      `-DoutputDirectory=${fresh}`,
    ),
  ),
});

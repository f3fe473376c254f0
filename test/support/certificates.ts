import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export const PASSPHRASE = 'correct horse';

/** A certificate authority for tests, and what it issues. */
export class Authority {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '30',
      '-subj',
      '/CN=Test Root',
    );
  }

  /** A PKCS#12 file. */
  issue(name: string, { kind, usage = '' }: { kind: 'rsa' | 'ec'; usage?: string }): string {
    const key = kind === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    this.#openssl('req', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(this.path(`${name}.ext`), `basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n${usage}`);
    const ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
    this.#openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-out', `${name}.pem`, '-days', '20');
    const out = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-certfile', 'ca.pem', '-out', `${name}.p12`];
    this.#openssl('pkcs12', '-export', ...out, '-passout', `pass:${PASSPHRASE}`);
    return this.path(`${name}.p12`);
  }

  /** A folder that makes `pdfsig` trust what this authority issued. */
  trust(): string {
    const folder = this.path('nss');
    mkdirSync(folder, { recursive: true });
    execFileSync('certutil', ['-N', '-d', folder, '--empty-password']);
    execFileSync('certutil', ['-A', '-d', folder, '-n', 'root', '-t', 'CT,CT,CT', '-i', this.path('ca.pem')]);
    return folder;
  }

  /** A time stamp authority (RFC 3161) on loopback. */
  async timestamps(): Promise<{ readonly url: string; close(): Promise<void> }> {
    this.issue('tsa', { kind: 'rsa', usage: 'extendedKeyUsage=critical,timeStamping' });
    writeFileSync(this.path('serial'), '01');
    const config = [
      '[tsa]',
      'default_tsa=one',
      '[one]',
      `serial=${this.path('serial')}`,
      'crypto_device=builtin',
      `signer_cert=${this.path('tsa.pem')}`,
    ];
    const more = [
      `signer_key=${this.path('tsa.key')}`,
      `certs=${this.path('ca.pem')}`,
      'signer_digest=sha256',
      'default_policy=1.2.3.4.1',
      'digests=sha256,sha384,sha512',
    ];
    writeFileSync(this.path('tsa.cnf'), [...config, ...more].join('\n'));
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        writeFileSync(this.path('query'), Buffer.concat(chunks));
        this.#openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply');
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(this.path('reply')));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
      close: async () => new Promise((resolve) => server.close(() => resolve())),
    };
  }

  path(file: string): string {
    return join(this.#folder, file);
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

import assert from 'node:assert/strict';
import { parseConfig } from '../../server/config/load.ts';
import { isPublicAddress } from '../../server/net/address.ts';
import { createOutbound } from '../../server/net/outbound.ts';

const PRIVATE = `0.0.0.0 0 127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 10.0.0.1 100.64.0.1 100.100.100.200 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::127.0.0.1 ::a9fe:a9fe 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 3fff::1
  5f00::1 fe80::1 fec0::1 fd00:ec2::254 fc00::1 ff02::1 100::1 nonsense example.com`.split(/\s+/);
const PUBLIC = '1.1.1.1 8.8.8.8 172.32.0.1 100.128.0.1 192.169.0.1 2606:4700::1111 2a00:1450:4001::1 ::ffff:8.8.8.8'.split(' ');

describe('outbound policy', () => {
  it('tells public addresses from all others', () => {
    assert.deepEqual(PRIVATE.filter(isPublicAddress), []);
    assert.deepEqual(
      PUBLIC.filter((address) => !isPublicAddress(address)),
      [],
    );
  });

  const answers: Record<string, readonly string[]> = {
    'public.test.example': ['93.184.216.34'],
    'mixed.test.example': ['93.184.216.34', '127.0.0.1'],
    'loop.test.example': ['127.0.0.1'],
    'six.test.example': ['::ffff:10.0.0.1'],
    'none.test.example': [],
    n8n: ['10.1.2.3'],
  };
  const outbound = createOutbound({ allow: ['n8n', '10.9.0.0/16'], ports: [80, 443] }, async (host) =>
    (answers[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );

  it('pins the address it has checked', async () => {
    assert.deepEqual(await outbound.resolve('Public.Test.Example.', 443), [{ address: '93.184.216.34', family: 4 }]);
    assert.deepEqual(await outbound.resolve('1.1.1.1', 80), [{ address: '1.1.1.1', family: 4 }]);
  });

  it('refuses names with any address that is not public, internal names, other ports and what does not resolve', async () => {
    for (const host of ['mixed.test.example', 'loop.test.example', 'six.test.example']) {
      await assert.rejects(outbound.resolve(host, 80), { name: 'EgressRefused' }, host);
    }
    await assert.rejects(outbound.resolve('none.test.example', 80));
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'mongo',
      'metadata.google.internal',
      'printer.local',
      'x.home.arpa',
      '[::1]',
    ]) {
      await assert.rejects(outbound.resolve(host, 80), { name: 'EgressRefused' }, host);
    }
    for (const port of [22, 25, 6379, 8080, 27017]) await assert.rejects(outbound.resolve('1.1.1.1', port), { name: 'EgressRefused' });
  });

  it('reaches what the operator allows, on the ports meant, and nothing beside it', async () => {
    const open = createOutbound(
      {
        allow: ['n8n', 'N8N:5678', '10.9.0.0/16', '10.7.0.0/16:8080', '[fd00::/8]:8080', '[::1]:9000', 'fd01::1', '10.6.1.1:*'],
        ports: [80, 443],
      },
      async (host) => (answers[host] ?? []).map((address) => ({ address, family: 4 })),
    );
    const reached = ['n8n:80', 'n8n:5678', '10.9.1.1:443', '10.7.1.1:8080', '[fd00::5]:8080', '[::1]:9000', '[fd01::1]:80', '10.6.1.1:25'];
    const refused = ['n8n:6379', '10.9.1.1:8080', '10.7.1.1:80', '[fd00::5]:80', '[::1]:80', '[fd01::1]:22', '10.8.1.1:80', '10.6.1.2:25'];
    for (const target of reached) {
      const [, host = '', port] = /^(.*):(\d+)$/.exec(target) ?? [];
      await open.resolve(host, Number(port));
      assert.equal(open.rejectionReason(`http://${target}/`), undefined, target);
    }
    for (const target of refused) {
      const [, host = '', port] = /^(.*):(\d+)$/.exec(target) ?? [];
      await assert.rejects(open.resolve(host, Number(port)), { name: 'EgressRefused' }, target);
      assert.notEqual(open.rejectionReason(`http://${target}/`), undefined, target);
    }
  });

  it('refuses entries of egress.allow that mean nothing', () => {
    for (const entry of [
      '',
      'n8n:',
      'n8n:0',
      'n8n:70000',
      'http://n8n',
      'a b',
      '[::1',
      '10.0.0.0/64',
      '::1:x',
      '[n8n]:80:80',
      '10.0.0.0/8:http',
    ]) {
      assert.throws(() => parseConfig({ egress: { allow: [entry] } }, {}, '.'), /egress\.allow\.0/, entry);
    }
  });
});

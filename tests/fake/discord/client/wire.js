// node wire.js FAKE-DISCORD RECORD: the bytes of the server, plain and by TLS, seen by node's own
// clients of HTTP/1.1, HTTP/2 and TLS, and by the package ws.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import zlib from 'node:zlib';
import WebSocket from 'ws';
import { proveAll, startServer, waitEvent } from './server.js';

const [program, record] = process.argv.slice(2);
const certificate = `${record}.pem`;
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // for fetch of the control alone
process.removeAllListeners('warning');
process.on('warning', () => {});
const plain = await startServer(program, []);
const secure = await startServer(program, ['--tls', certificate, '--record', record]);
const ca = readFileSync(certificate);

const headers = {
  'user-agent': 'DiscordBot (https://fake.example, 1) wire',
  authorization: 'Bot fake-token',
  'content-type': 'application/json',
};

for (const server of [plain, secure]) {
  await server.fake('knobs', { bucket_limit: 0, global_per_s: 0, identify_each_ms: 0 });
  server.guild = await server.fake('guild', { name: 'Den' });
  server.channel = await server.fake('channel', { guild: server.guild, name: 'games' });
  server.messages = `/api/v10/channels/${server.channel}/messages`;
}

// One request by HTTP/1.1: {status, headers, text}, or an error.
function ask1(server, method, path, body, more = {}) {
  const secured = server === secure;
  const options = { method, path, port: server.port, host: '127.0.0.1', ca, headers, ...more };
  return new Promise((resolve, reject) => {
    const request = (secured ? https : http).request({ rejectUnauthorized: true, ...options });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    request.end(body);
  });
}

function session2() {
  const session = http2.connect(`https://localhost:${secure.port}`, { ca });
  session.on('error', () => {});
  return session;
}

function ask2(session, method, path, body) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers });
    let got;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (all) => (got = all));
    stream.on('data', (part) => (text += part));
    stream.on('error', reject);
    stream.on('close', () =>
      got ? resolve({ status: got[':status'], headers: got, text }) : reject(new Error('cut')),
    );
    stream.end(body);
  });
}

const content = (text) => JSON.stringify({ content: text });

async function manyStreams() {
  const session = session2();
  const asked = Array.from({ length: 200 }, (_, n) =>
    ask2(session, 'POST', secure.messages, content(`line ${n}`)),
  );
  const answers = await Promise.all(asked);
  assert.equal(session.alpnProtocol, 'h2');
  assert.ok(answers.every((answer) => answer.status === 200));
  assert.equal(new Set(answers.map((answer) => JSON.parse(answer.text).id)).size, 200);
  session.close();
}

async function answersOverlap() {
  const session = session2();
  await secure.fake('fault', { verb: 'delay_after', ms: 400, route: 'POST *' });
  const slow = ask2(session, 'POST', secure.messages, content('slow'));
  const began = Date.now();
  assert.equal((await ask2(session, 'GET', '/api/v10/users/@me')).status, 200);
  assert.ok(Date.now() - began < 350, 'one does not hold up the other');
  assert.equal((await slow).status, 200);
  session.close();
}

async function faultsOfStreams() {
  let session = session2();
  await secure.fake('fault', { verb: 'drop_after', route: 'POST *' });
  await assert.rejects(ask2(session, 'POST', secure.messages, content('cut')));
  session.destroy();
  session = session2();
  await secure.fake('fault', { verb: 'wrong_length', route: 'POST *' });
  await assert.rejects(async () => {
    const answer = await ask2(session, 'POST', secure.messages, content('short'));
    JSON.parse(answer.text);
  });
  session.destroy();
}

async function bigBodies() {
  const session = session2();
  const boundary = 'xyz';
  const picture = Buffer.alloc(2_000_000, 7);
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="payload_json"\r\n` +
        `Content-Type: application/json\r\n\r\n{"content":"look"}\r\n--${boundary}\r\n` +
        'Content-Disposition: form-data; name="files[0]"; filename="a.png"\r\n' +
        'Content-Type: image/png\r\n\r\n',
    ),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = headers['content-type'];
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  const second = await ask2(session, 'POST', secure.messages, body);
  const first = await ask1(plain, 'POST', plain.messages, body);
  const chunked = await ask1(plain, 'POST', plain.messages, body, {
    headers: { ...headers, 'transfer-encoding': 'chunked', expect: '100-continue' },
  });
  headers['content-type'] = type;
  for (const answer of [first, second, chunked]) {
    assert.equal(answer.status, 200);
    assert.equal(JSON.parse(answer.text).attachments[0].size, picture.length);
  }
  session.close();
}

async function oneConnection() {
  for (const [server, agent] of [
    [plain, new http.Agent({ keepAlive: true, maxSockets: 1 })],
    [secure, new https.Agent({ keepAlive: true, maxSockets: 1 })],
  ]) {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => ask1(server, 'POST', server.messages, content(`${n}`), { agent })),
    );
    assert.ok(answers.every((answer) => answer.status === 200));
    agent.destroy();
  }
}

async function faultsOfHttp1() {
  await plain.fake('fault', { verb: 'drop_before', route: 'POST *' });
  await assert.rejects(ask1(plain, 'POST', plain.messages, content('x')), { code: 'ECONNRESET' });
  await plain.fake('fault', { verb: 'wrong_length', route: 'POST *' });
  await assert.rejects(ask1(plain, 'POST', plain.messages, content('x')));
  await plain.fake('fault', { verb: 'truncated', route: 'POST *' });
  const answer = await ask1(plain, 'POST', plain.messages, content('x'));
  assert.throws(() => JSON.parse(answer.text));
  assert.equal((await ask1(plain, 'GET', '/api/v10/nothing')).status, 404);
  assert.equal((await ask1(plain, 'GET', '/api/v10/users/@me/channels')).status, 405);
}

async function nonsense() {
  for (const text of ['\r\n\r\n', 'GET\r\n\r\n', 'x'.repeat(70_000), '\x16\x03\x01\x00\x00']) {
    const socket = net.connect(plain.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(text);
    socket.resume();
    await waitEvent(socket, 'close');
  }
  assert.equal((await ask1(plain, 'GET', '/api/v10/gateway')).status, 200);
}

function open(server, query = '', host = '127.0.0.1') {
  const scheme = server === secure ? 'wss' : 'ws';
  const url = `${scheme}://${host}:${server.port}/?v=10&encoding=json${query}`;
  return new WebSocket(url, { ca });
}

const identify = JSON.stringify({
  op: 2,
  d: { token: 'fake-token', intents: 4609, properties: {} },
});

async function socketsSpeak() {
  for (const server of [plain, secure]) {
    await server.fake('knobs', { fragment_bytes: 11 });
    const socket = open(server);
    const hello = JSON.parse(await waitEvent(socket, 'message'));
    assert.equal(hello.op, 10);
    const ready = waitEvent(socket, 'message', (text) => JSON.parse(text).t === 'READY');
    socket.send(identify);
    assert.equal(JSON.parse(await ready).d.user.id, server.bot);
    const pong = waitEvent(socket, 'pong');
    socket.ping('there?');
    assert.equal(`${await pong}`, 'there?');
    await server.fake('knobs', { fragment_bytes: 0 });
    const closed = waitEvent(socket, 'close');
    await server.fake('close', { code: 4009 });
    assert.equal(await closed, 4009);
  }
}

async function socketsAreCut() {
  const socket = open(plain);
  await waitEvent(socket, 'message');
  socket.on('error', () => {});
  const closed = waitEvent(socket, 'close');
  await plain.fake('close', { code: 0 });
  assert.equal(await closed, 1006);
  await plain.fake('knobs', { refuse_status: 503 });
  const refused = open(plain);
  const error = await waitEvent(refused, 'error');
  assert.match(error.message, /503/);
  await plain.fake('knobs', { refuse_status: 0 });
}

async function sayGoodbye() {
  const socket = open(plain, '', 'localhost');
  await waitEvent(socket, 'message');
  const closed = waitEvent(socket, 'close');
  socket.close(4200, 'see you');
  assert.equal(await closed, 4200);
  const last = (await plain.fake('state')).past_links.at(-1);
  assert.equal(last.closed_by_bot, 4200);
  assert.equal(last.resume_url, true, 'by the other name of this machine');
}

async function oneStream() {
  for (const split_bytes of [0, 1, 5]) {
    await secure.fake('knobs', { split_bytes });
    const socket = open(secure, '&compress=zlib-stream');
    const inflate = zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH });
    let text = '';
    inflate.on('data', (part) => (text += part));
    socket.on('message', (bytes) => inflate.write(bytes));
    await waitEvent(inflate, 'data', () => text.includes('heartbeat_interval'));
    socket.send(identify);
    await waitEvent(inflate, 'data', () => text.includes('"GUILD_CREATE"'));
    socket.terminate();
  }
}

async function silence() {
  const socket = open(plain);
  await waitEvent(socket, 'message');
  await plain.fake('silence');
  socket.send('{"op":1,"d":null}');
  const heard = await Promise.race([
    waitEvent(socket, 'message').catch(() => 'nothing'),
    new Promise((resolve) => setTimeout(() => resolve('nothing'), 300)),
  ]);
  assert.equal(heard, 'nothing');
  socket.terminate();
}

const failed = await proveAll([
  ['HTTP/2: 200 streams at once', manyStreams],
  ['HTTP/2: answers overlap', answersOverlap],
  ['HTTP/2: cut, and a wrong length', faultsOfStreams],
  ['bodies of megabytes, whole and in chunks', bigBodies],
  ['HTTP/1.1: one connection for many', oneConnection],
  ['HTTP/1.1: cut, a wrong length, half a body', faultsOfHttp1],
  ['nonsense does not end it', nonsense],
  ['WebSocket: fragments, pings, closes', socketsSpeak],
  ['WebSocket: cut and refused', socketsAreCut],
  ['WebSocket: the client says goodbye', sayGoodbye],
  ['WebSocket: one compressed stream, split', oneStream],
  ['WebSocket: silence', silence],
]);
await plain.end();
await secure.end();
process.exit(failed === 0 ? 0 : 1);

// node prove.js FAKE-MATRIX FOLDER: matrix-bot-sdk, which knows nothing of this, is its client.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const readline = require('node:readline');
const { spawn } = require('node:child_process');

// its encryption comes as a binary that is fetched from elsewhere; nothing is encrypted here
const load = Module._load;
const nothing = new Proxy(function () {}, { get: () => nothing });
Module._load = (name, ...rest) =>
  name === '@matrix-org/matrix-sdk-crypto-nodejs' ? nothing : load(name, ...rest);
const sdk = require('matrix-bot-sdk');

const LIMIT_MS = 20_000;
const [program, folder] = process.argv.slice(2);
const storagePath = path.join(folder, 'bot.json');
const resumedPath = path.join(folder, 'resumed.json');

async function startServer() {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout });
  const line = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`fake-matrix ended with ${code}`)));
  });
  const about = JSON.parse(line);
  return {
    ...about,
    async fake(name, body = {}) {
      const answer = await (
        await fetch(`${about.control}/${name}`, { method: 'POST', body: JSON.stringify(body) })
      ).json();
      assert.ok(answer.ok, `${name}: ${answer.why}`);
      return answer.is ?? answer.id ?? answer.token;
    },
    async end() {
      child.stdin.end();
      const code = await new Promise((resolve) => child.once('exit', resolve));
      assert.equal(code, 0, 'fake-matrix ends in order');
    },
  };
}

// The next event of this name that fits.
function waitEvent(client, name, fits = () => true) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${name} came`)), LIMIT_MS);
    const hear = (...args) => {
      if (fits(...args)) {
        clearTimeout(late);
        client.removeListener(name, hear);
        resolve(args);
      }
    };
    client.on(name, hear);
  });
}

const isBody = (body) => (_, event) => event.content.body === body;

function newClient(server, token, file) {
  return new sdk.MatrixClient(server.url, token, new sdk.SimpleFsStorageProvider(file));
}

async function enter(server, client, ana) {
  assert.equal(await client.getUserId(), server.user);
  const invited = waitEvent(client, 'room.invite');
  await client.start();
  const room = await server.fake('room', { user: ana, name: 'Den', invites: server.user });
  assert.equal((await invited)[0], room);
  const joined = waitEvent(client, 'room.join', (id) => id === room);
  assert.equal(await client.joinRoom(room), room);
  await joined;
  assert.deepEqual((await client.getJoinedRoomMembers(room)).sort(), [ana, server.user].sort());
  assert.equal((await client.getRoomStateEvent(room, 'm.room.name', '')).name, 'Den');
  return room;
}

async function talk(server, client, ana, room) {
  const own = await client.sendText(room, 'hello');
  assert.equal(await server.fake('latest', { user: ana, sender: server.user }), own);
  const heard = waitEvent(client, 'room.message', isBody('are you there?'));
  await server.fake('say', { user: ana, room, text: 'are you there?' });
  const [, event] = await heard;
  assert.equal(event.sender, ana);
  const pressed = waitEvent(client, 'room.event', (_, one) => one.type === 'm.reaction');
  await server.fake('react', { user: ana, event: own, key: 'A' });
  assert.equal((await pressed)[1].content['m.relates_to'].key, 'A');
  const reaction = await client.unstableApis.addReactionToEvent(room, event.event_id, 'B');
  await client.redactEvent(room, reaction, 'slip');
  const gone = await client.getEvent(room, reaction);
  assert.deepEqual(gone.content, {});
  const edited = await server.fake('edit', { user: ana, event: event.event_id, text: 'hey' });
  assert.equal((await client.getEvent(room, edited)).content['m.new_content'].body, 'hey');
}

async function direct(server, client, ana) {
  const room = await client.createRoom({ preset: 'private_chat', is_direct: true, invite: [ana] });
  await server.fake('join', { user: ana, room });
  await client.setAccountData('m.direct', { [ana]: [room] });
  assert.deepEqual(await client.getAccountData('m.direct'), { [ana]: [room] });
  await client.sendNotice(room, 'a secret');
  assert.ok(await server.fake('seen', { user: ana, words: 'a secret' }));
  await client.leaveRoom(room);
  assert.equal(await server.fake('membership', { user: server.user, room }), 'leave');
  const uri = await client.uploadContent(Buffer.from('bytes'), 'text/plain', 'a.txt');
  assert.ok(uri.startsWith('mxc://'));
}

// Another process goes on from the stored token: what was missed, once.
async function resume(server, token, ana, room) {
  await server.fake('say', { user: ana, room, text: 'while you were away' });
  const again = newClient(server, token, resumedPath);
  const heard = [];
  again.on('room.message', (_, event) => heard.push(event.content.body));
  const last = waitEvent(again, 'room.message', isBody('and now'));
  await again.start();
  await server.fake('say', { user: ana, room, text: 'and now' });
  await last;
  again.stop();
  assert.deepEqual(heard, ['while you were away', 'and now']);
}

async function main() {
  sdk.LogService.setLevel(sdk.LogLevel.ERROR);
  fs.rmSync(storagePath, { force: true });
  const server = await startServer();
  await server.fake('limits', { is: false });
  const ana = await server.fake('person', { name: 'ana' });
  const auth = new sdk.MatrixAuth(server.url);
  const token = (await auth.passwordLogin('bot', server.password, 'sdk')).accessToken;
  const client = newClient(server, token, storagePath);
  const room = await enter(server, client, ana);
  await talk(server, client, ana, room);
  await direct(server, client, ana);
  const quiet = waitEvent(client, 'room.message', isBody('last'));
  await server.fake('say', { user: ana, room, text: 'last' });
  await quiet;
  client.stop();
  await new Promise((resolve) => setTimeout(resolve, 500)); // it writes its token a moment later
  // its last request still waits, and would write again
  fs.copyFileSync(storagePath, resumedPath);
  await resume(server, token, ana, room);
  await server.end();
  console.log('matrix-bot-sdk: entered, talked, wrote in private, resumed');
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});

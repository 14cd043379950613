// node prove.js FAKE-DISCORD RECORD: discord.js, which knows nothing of this fake, is its client.
import assert from 'node:assert/strict';
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { proveAll, startServer, waitEvent } from './server.js';

const [program, record] = process.argv.slice(2);
const server = await startServer(program, ['--record', record]);
const { fake, order } = server;

await fake('knobs', { identify_each_ms: 200, heartbeat_ms: 500, bucket_limit: 50 });
const guild = await fake('guild', { name: 'Den' });
const channelId = await fake('channel', { guild, name: 'games' });
const ana = await fake('person', { name: 'ana' });
const bob = await fake('person', { name: 'bob' });
await fake('join', { guild, user: ana });
await fake('join', { guild, user: bob });

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ],
  partials: [],
  rest: { api: server.api, retries: 3, timeout: 5000, offset: 20 },
});
client.on(Events.Error, (error) => console.log(`client error: ${error}`));

const sawIt = async (user, words) =>
  (await fake('saw', { user })).some((sight) => sight.text.includes(words));
const interaction = () => waitEvent(client, Events.InteractionCreate);

async function heard(promise, name, body) {
  const id = await fake(name, body);
  const got = await promise;
  assert.equal(got.id, id);
  return got;
}

const slash = (user, command, args) =>
  heard(interaction(), 'slash', { user, channel: channelId, command, args });

let channel;

async function logsIn() {
  const ready = waitEvent(client, Events.ClientReady);
  await client.login(server.token);
  await ready;
  assert.equal(client.user.id, server.bot);
  assert.equal(client.guilds.cache.get(guild).name, 'Den');
  channel = client.channels.cache.get(channelId);
  assert.equal(channel.name, 'games');
  assert.equal((await fake('state')).identifies, 1);
}

async function registersCommands() {
  const commands = [
    {
      name: 'spyfall',
      description: 'Opens a table',
      nameLocalizations: { de: 'spionfall' },
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'variant',
          description: 'Which',
          choices: [{ name: 'Short', value: 'short' }],
        },
        {
          type: ApplicationCommandOptionType.User,
          name: 'whom',
          description: 'With whom',
        },
        {
          type: ApplicationCommandOptionType.String,
          name: 'place',
          description: 'Where',
          autocomplete: true,
        },
      ],
    },
    {
      name: 'table',
      description: 'Tables',
      options: [
        {
          type: ApplicationCommandOptionType.Subcommand,
          name: 'open',
          description: 'Opens one',
          options: [
            { type: ApplicationCommandOptionType.Integer, name: 'seats', description: 'Many' },
          ],
        },
      ],
    },
  ];
  const first = await client.application.commands.set(commands);
  assert.equal(first.size, 2);
  const again = await client.application.commands.set(commands);
  assert.deepEqual([...again.keys()].sort(), [...first.keys()].sort(), 'ids stay');
  const fetched = await client.application.commands.fetch();
  assert.equal(fetched.size, 2);
  await client.application.commands.set([commands[0]], guild);
  await client.application.commands.set([], guild);
  await assert.rejects(
    client.application.commands.set([{ name: 'Not Sound', description: 'x' }]),
    (error) => error.code === 50035,
  );
}

async function answersAtOnce() {
  const got = await slash(ana, 'spyfall', { variant: 'short', whom: bob });
  assert.ok(got.isChatInputCommand());
  assert.equal(got.options.getString('variant'), 'short');
  assert.equal(got.options.getUser('whom').id, bob);
  assert.ok(got.inCachedGuild());
  assert.ok(got.appPermissions.has('SendMessages'));
  const answer = await got.reply({ content: 'Table opened', withResponse: true });
  assert.equal(answer.resource.message.content, 'Table opened');
  assert.ok(await sawIt(bob, 'Table opened'));
  const sub = await slash(bob, 'table open', { seats: 5 });
  assert.equal(sub.options.getSubcommand(), 'open');
  assert.equal(sub.options.getInteger('seats'), 5);
  await sub.reply({ content: 'only for you', flags: MessageFlags.Ephemeral });
  assert.ok(await sawIt(bob, 'only for you'));
  assert.ok(!(await sawIt(ana, 'only for you')));
  await assert.rejects(client.rest.post(`/interactions/${sub.id}/${sub.token}/callback`, {
    body: { type: 6 },
    auth: false,
  }));
}

async function defersAndFollows() {
  const got = await slash(ana, 'spyfall', {});
  await got.deferReply({ flags: MessageFlags.Ephemeral });
  await got.editReply({ content: 'a hidden hand' });
  assert.ok(await sawIt(ana, 'a hidden hand'));
  assert.ok(!(await sawIt(bob, 'a hidden hand')));
  const more = await got.followUp({ content: 'for everybody' });
  assert.ok(await sawIt(bob, 'for everybody'));
  await got.webhook.editMessage(more.id, { content: 'for everybody, again' });
  await got.webhook.deleteMessage(more.id);
  const original = await got.fetchReply();
  assert.equal(original.content, 'a hidden hand');
  await got.deleteReply();
}

async function usesButtonsMenusForms() {
  const buttons = new ActionRowBuilder().addComponents(
    new ButtonBuilder().setCustomId('join').setLabel('Join').setStyle(ButtonStyle.Primary),
    new ButtonBuilder().setCustomId('call').setLabel('Call').setStyle(ButtonStyle.Danger),
  );
  const menu = new ActionRowBuilder().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('vote')
      .addOptions({ label: 'Ana', value: 'ana' }, { label: 'Bob', value: 'bob' }),
  );
  const board = await channel.send({
    content: 'Board',
    components: [buttons, menu],
    allowedMentions: { parse: [] },
    embeds: [{ title: 'Round 1', description: 'Who is it?', fields: [{ name: 'a', value: 'b' }] }],
  });
  const press = (user, custom_id, values) =>
    heard(interaction(), 'press', { user, message: board.id, custom_id, values });
  const pressed = await press(ana, 'join');
  assert.ok(pressed.isButton());
  await pressed.update({ content: 'Board: ana' });
  assert.equal((await board.fetch()).content, 'Board: ana');
  const chosen = await press(bob, 'vote', ['ana']);
  assert.deepEqual(chosen.values, ['ana']);
  await chosen.deferUpdate();
  const asked = await press(bob, 'call');
  await asked.showModal(
    new ModalBuilder()
      .setCustomId('form')
      .setTitle('Your call')
      .addComponents(
        new ActionRowBuilder().addComponents(
          new TextInputBuilder()
            .setCustomId('word')
            .setLabel('Word')
            .setStyle(TextInputStyle.Short),
        ),
      ),
  );
  const sent = await heard(interaction(), 'submit', { user: bob, fields: { word: 'coffee' } });
  assert.ok(sent.isModalSubmit());
  assert.equal(sent.fields.getTextInputValue('word'), 'coffee');
  await sent.update({ content: 'Board: called' });
  await board.edit({ content: 'Board: over', components: [] });
  await board.delete();
}

async function completes() {
  const got = await heard(interaction(), 'complete', {
    user: ana,
    channel: channelId,
    command: 'spyfall',
    args: { place: 'ca' },
    focused: 'place',
  });
  assert.equal(got.options.getFocused(), 'ca');
  await got.respond([{ name: 'Casino', value: 'casino' }]);
  assert.ok(await sawIt(ana, 'Casino'));
}

async function writesDirectly() {
  const user = await client.users.fetch(ana);
  await user.send('your hand');
  assert.ok(await sawIt(ana, 'your hand'));
  const heardBack = waitEvent(client, Events.MessageCreate, (message) => !message.author.bot);
  const dm = await fake('dm', { user: ana });
  await fake('say', { user: ana, channel: dm, text: 'thanks' });
  assert.equal((await heardBack).content, 'thanks');
  await fake('dms', { user: ana, dms: 'closed' });
  await assert.rejects(user.send('again'), (error) => error.code === 50007);
  await fake('dms', { user: ana, dms: 'open' });
}

async function sendsOnceWithNonce() {
  const body = { content: 'only once', nonce: 'abc-123', enforceNonce: true };
  const first = await channel.send(body);
  const second = await channel.send(body);
  assert.equal(first.id, second.id);
  await fake('fault', { verb: 'status_after', code: 500, route: 'POST ?channels?*?messages' });
  const third = await channel.send({ content: 'in spite', nonce: 'abc-124', enforceNonce: true });
  const all = await channel.messages.fetch({ limit: 10 });
  assert.equal(all.filter((message) => message.content === 'in spite').size, 1);
  assert.equal(third.content, 'in spite');
}

async function sendsFiles() {
  const file = new AttachmentBuilder(Buffer.from('\x89PNG\r\n\r\n--x\r\n'), {
    name: 'board.png',
    description: 'the board',
  });
  const message = await channel.send({ content: 'look', files: [file] });
  const kept = message.attachments.first();
  assert.equal(kept.name, 'board.png');
  assert.equal(kept.description, 'the board');
  assert.equal(kept.size, 14);
}

async function keepsThreads() {
  const thread = await channel.threads.create({
    name: 'Team',
    type: ChannelType.PrivateThread,
    invitable: false,
    autoArchiveDuration: 60,
  });
  await thread.members.add(ana);
  await thread.send('our plan');
  assert.ok(await sawIt(ana, 'our plan'));
  assert.ok(!(await sawIt(bob, 'our plan')));
  await thread.members.remove(ana);
  await thread.setArchived(true);
  await assert.rejects(thread.members.add(ana), (error) => error.code === 50083);
}

async function knowsPermissions() {
  const role = client.guilds.cache.get(guild).members.me.roles.highest;
  await fake('role_may', { guild, role: role.id, permissions: String(1024 + 65536) });
  await fake('role_may', { guild, role: guild, permissions: String(1024 + 65536 + 2 ** 31) });
  await assert.rejects(channel.send('x'), (error) => error.code === 50013);
  const got = await slash(ana, 'spyfall', {}).catch((error) => error);
  assert.ok(!got.appPermissions.has('SendMessages'));
  await got.reply({ content: 'I may not write here', flags: MessageFlags.Ephemeral });
  await fake('role_may', { guild, role: role.id, permissions: String(2 ** 38 + 2 ** 36 + 117760) });
  await fake('role_may', { guild, role: guild, permissions: String(2147552320 + 2 ** 38) });
}

async function resumes() {
  const before = await fake('state');
  const resumed = waitEvent(client, Events.ShardResume);
  const replayed = waitEvent(client, Events.MessageCreate, (message) => message.author.id === bob);
  await fake('close', { code: 0 });
  await fake('say', { user: bob, channel: channelId, text: 'while you were away' });
  await resumed;
  await replayed;
  const after = await fake('state');
  assert.equal(after.identifies, before.identifies, 'no new session');
  assert.ok(after.links.at(-1).resume_url, 'where it was told to');
  const again = waitEvent(client, Events.ShardResume);
  await fake('op', { op: 7 });
  await again;
}

async function identifiesAnew() {
  const ready = waitEvent(client, Events.ShardReady);
  await fake('forget_sessions');
  await fake('close', { code: 4000 });
  await ready;
  const before = await fake('state');
  const again = waitEvent(client, Events.ShardReady);
  await fake('op', { op: 9, d: false });
  await again;
  assert.ok((await fake('state')).identifies > before.identifies);
}

async function beatsAndIsAsked() {
  const beats = async () => (await fake('state')).links.at(-1).beats.length;
  const before = await beats();
  await fake('op', { op: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.ok((await beats()) >= before + 3, 'asked once, and two intervals');
  const resumed = waitEvent(client, Events.ShardResume);
  await fake('knobs', { acks: false });
  await resumed.finally(() => fake('knobs', { acks: true }));
  const past = (await fake('state')).past_links.at(-1);
  assert.ok(past.closed_by_bot >= 4000, 'a zombie is closed so that it can be resumed');
}

async function respectsLimits() {
  await fake('limit', { route: 'POST /channels/{}/messages', limit: 2, ms: 600 });
  await channel.send('from here on');
  await new Promise((resolve) => setTimeout(resolve, 700));
  const before = await fake('state');
  const texts = await Promise.all([1, 2, 3, 4, 5].map((n) => channel.send(`line ${n}`)));
  assert.equal(new Set(texts.map((message) => message.id)).size, 5);
  assert.equal((await fake('state')).limited, before.limited, 'it waited by itself');
  for (const verb of ['user_429', 'shared_429', 'global_429']) {
    await fake('fault', { verb, ms: 300, route: 'POST ?channels?*?messages' });
    const began = Date.now();
    await channel.send(`after ${verb}`);
    assert.ok(Date.now() - began >= 290, `${verb} is waited for`);
  }
  await fake('fault', { verb: 'hash_change', route: 'POST ?channels?*?messages' });
  await channel.send('another hash');
  await channel.send('another hash');
}

async function survivesFaults() {
  await fake('limit', { route: 'POST /channels/{}/messages', limit: 0, ms: 1 });
  const send = (content) => channel.send({ content, nonce: content, enforceNonce: true });
  for (const code of [502, 503, 504]) {
    await fake('fault', { verb: 'status_before', code });
    assert.equal((await send(`after ${code}`)).content, `after ${code}`);
  }
  await fake('fault', { verb: 'drop_after', route: 'POST ?channels?*?messages' });
  await send('dropped').catch(() => send('dropped'));
  const all = await channel.messages.fetch({ limit: 50 });
  assert.equal(all.filter((message) => message.content === 'dropped').size, 1);
  await fake('fault', { verb: 'refused', code: 50001, route: 'POST ?channels?*?messages' });
  await assert.rejects(send('refused'), (error) => error.code === 50001);
  await fake('mend');
}

async function losesTheGuild() {
  const gone = waitEvent(client, Events.GuildUnavailable);
  await fake('outage', { guild, out: true });
  await gone;
  const back = waitEvent(client, Events.GuildAvailable);
  await fake('outage', { guild, out: false });
  await back;
  const left = waitEvent(client, Events.GuildDelete);
  await fake('kick', { guild });
  await left;
  const late = await order('slash', { user: ana, channel: channelId, command: 'spyfall' });
  assert.equal(late.ok, false);
}

const failed = await proveAll([
  ['logs in', logsIn],
  ['registers commands', registersCommands],
  ['answers at once', answersAtOnce],
  ['defers, edits, follows up', defersAndFollows],
  ['buttons, menus and forms', usesButtonsMenusForms],
  ['completes what is typed', completes],
  ['writes directly', writesDirectly],
  ['sends once with a nonce', sendsOnceWithNonce],
  ['sends files', sendsFiles],
  ['keeps threads', keepsThreads],
  ['knows permissions', knowsPermissions],
  ['resumes, at once and when asked', resumes],
  ['identifies anew when it must', identifiesAnew],
  ['beats, also when asked, and sees a zombie', beatsAndIsAsked],
  ['respects limits', respectsLimits],
  ['survives faults', survivesFaults],
  ['loses the guild', losesTheGuild],
]);
await client.destroy();
await server.end();
process.exit(failed === 0 ? 0 : 1);

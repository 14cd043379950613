// Claims about the page's modules, each true or named in the answer. Run inside the page.

const wrong = [];
const claim = (name, is, should) => {
  if (JSON.stringify(is) !== JSON.stringify(should)) {
    wrong.push(`${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
  }
};

const { argsOf, commandOf } = await import("/composer.js");
const signals = [{ name: "documents" }, { name: "money" }];
const play = [{ name: "symbol" }, { name: "say" }];
claim("named arguments run to the next name",
  argsOf("documents: word tea money:ends_punct ?", signals),
  { documents: "word tea", money: "ends_punct ?" });
claim("free words go to free arguments, the rest to the last", argsOf("money who knows?", play),
  { symbol: "money", say: "who knows?" });
claim("named and free together", argsOf("hello there symbol:money", play),
  { symbol: "money", say: "hello there" });
claim("a colon inside a word names nothing", argsOf("money see:this", play),
  { symbol: "money", say: "see:this" });
claim("nothing gives nothing", argsOf("", play), {});
const commands = [{ name: "table" }, { name: "table join" }, { name: "play" }];
claim("the longest command wins", commandOf("/table join 3", commands)?.name, "table join");
claim("a longer word is another command", commandOf("/tables", commands), undefined);
claim("case does not matter", commandOf("/PLAY x", commands)?.name, "play");

const { pieces, say } = await import("/words.js");
claim("a sentence", say("invite"), "Invite friends");
claim("an argument", say("log.messages.here", { room: "#den" }), "Messages in #den");
claim("one of them", say("suggestions.count", { count: 1 }), "1 suggestion");
claim("several", say("suggestions.count", { count: 12 }), "12 suggestions");
claim("an argument that is not there", say("log.messages.here"), "Messages in –");
claim("a sentence that is not there", say("nowhere"), "nowhere");
claim("words of people are no grammar",
  say("reply.to", { name: "{name}", words: "# {count}" }), "Reply · {name}: # {count}");
claim("an element stays one", pieces("board.line", { table: document.body })
  .map((piece) => piece.nodeName ?? piece), ["Table ", "BODY", ": show its board"]);

const { absolute, relative, now, setServerNow } = await import("/time.js");
setServerNow(Date.now() + 3 * 3600e3);
claim("a clock that is hours off goes by the server's", relative(now() + 45e3), "in 45 s");
claim("by three of them", Math.round((now() - Date.now()) / 3600e3), 3);
setServerNow(undefined);
claim("what is no time changes nothing", Math.round((now() - Date.now()) / 3600e3), 3);
setServerNow(Date.now());
const noon = new Date(2030, 0, 5, 12, 0).getTime();
const after = (ms) => relative(noon + ms, noon);
claim("seconds", after(45e3), "in 45 s");
claim("minutes and seconds", after(95e3), "in 1 min 35 s");
claim("minutes", after(12 * 60e3), "in 12 min");
claim("hours", after(23 * 3600e3), "in 23 h");
claim("days", after(72 * 3600e3), "in 3 days");
claim("the past", relative(noon - 300e3, noon), "5 min ago");
claim("today has no weekday", /^\d/u.test(absolute(noon + 3600e3, noon)), true);
claim("tomorrow has one", /^\D+ \d/u.test(absolute(noon + 86400e3, noon)), true);

const { messageElement, docWords } = await import("/message.js");
const until = docWords({ blocks: [{ t: "countdown", runs: [{ t: "text", s: "Choose. Time until" }],
  until: noon }, { t: "paragraph", runs: [{ t: "text", s: "Else I do." }] }] });
claim("who hears a deadline hears when", until,
  `Choose. Time until ${absolute(noon)} (${relative(noon)}). Else I do.`);

const { Attention, signedTitle } = await import("/attention.js");
claim("my turn comes first", signedTitle({ owed: true, unread: 3, room: "den" }),
  "● Your turn · #den · deaddrop");
claim("then what was not read", signedTitle({ unread: 3, room: "den" }), "(3) #den · deaddrop");
claim("nothing to say", signedTitle({}), "deaddrop");
const shelf = new Map();
const shown = [];
let asked = 0;
let hidden = true;
let focused = 0;
const played = [];
const shaken = [];
class Notice {
  static permission = "default";

  static async requestPermission() {
    asked++;
    Notice.permission = "granted";
  }

  constructor(words, { tag }) {
    Object.assign(this, { words, tag, open: true });
    shown.push(this);
  }

  close() {
    this.open = false;
  }
}
const node = () => ({
  frequency: {}, connect: (next) => next, stop: () => {}, start: (at) => played.push(at),
  gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
});
const ways = {
  Notice,
  Audio: class {
    currentTime = 0;

    createOscillator = node;

    createGain = node;
  },
  vibrate: (pattern) => shaken.push(pattern.length),
  storage: {
    getItem: (key) => shelf.get(key) ?? null,
    setItem: (key, text) => shelf.set(key, text),
  },
  hidden: () => hidden,
  look: () => focused++,
};
const went = [];
const attention = new Attention(ways, (table) => went.push(table));
const call = (table, number, name = `Spyfall #${table}`) =>
  attention.turn({ table, name, call: number });
call(1, 1);
claim("all is off until it is asked for", [asked, shown.length, played.length, shaken.length],
  [0, 0, 0, 0]);
claim("and said to be off", attention.choices, { notices: false, sounds: false, shaking: false });
await attention.choose("notices", true);
claim("a press asks once", asked, 1);
call(1, 1);
claim("one call is told once", shown.length, 0);
call(1, 2);
call(2, 3);
call(1, 4);
claim("a notice a call, a tag a table", shown.map(({ words, tag }) => `${words} (${tag})`), [
  "Your turn at Spyfall #1 (deaddrop 1)", "Your turn at Spyfall #2 (deaddrop 2)",
  "Your turn at Spyfall #1 (deaddrop 1)"]);
shown[2].onclick();
claim("a pressed notice leads to its table", [focused, went, shown[2].open], [1, [1], false]);
attention.seen();
claim("who sees the page needs no notice", shown[1].open, false);
hidden = false;
call(1, 5, null);
claim("nor gets one", shown.length, 3);
hidden = true;
call(1, 6, null);
claim("a table without a name", shown[3].words, "Your turn");
await attention.choose("sounds", true);
claim("a sound that is chosen is heard", played.length, 2);
await attention.choose("shaking", true);
call(2, 7);
claim("two tones, and a shake each", [played.length, shaken], [4, [3, 3]]);
claim("the choice is kept", new Attention(ways).choices,
  { notices: true, sounds: true, shaking: true });
await attention.choose("notices", false);
call(2, 8);
claim("off is off", shown.length, 5);
Notice.permission = "denied";
claim("what is forbidden is said", attention.choices.notices, null);
claim("a browser that has nothing", new Attention({ storage: null }).choices,
  { notices: null, sounds: null, shaking: null });
const sent = [];
const worker = {
  showNotification: async (words, { tag, data }) => sent.push({ words, tag, ...data, open: true }),
  getNotifications: async ({ tag }) => sent.filter((one) => one.tag === tag)
    .map((one) => ({ close: () => { one.open = false; } })),
};
class NoNotice {
  static permission = "granted";

  constructor() {
    throw new TypeError("Illegal constructor");
  }
}
const phone = new Attention({ ...ways, Notice: NoNotice, worker: async () => worker,
  storage: { getItem: () => '{"notices":true}', setItem: () => {} } }, (table) => went.push(table));
const settled = () => new Promise((done) => setTimeout(done));
phone.turn({ table: 5, name: "Spyfall #5", call: 1 });
await settled();
claim("a phone's worker shows what the page may not", sent,
  [{ words: "Your turn at Spyfall #5", tag: "deaddrop 5", table: 5, open: true }]);
phone.pressed(5);
await settled();
claim("a press on it leads to its table", [sent[0].open, went.at(-1)], [false, 5]);
phone.ways.worker = async () => undefined;
phone.turn({ table: 6, name: null, call: 1 });
await settled();
phone.seen();
await settled();
claim("no worker, no notice, no harm", sent.length, 1);
const link = document.createElement("link");
Attention.mark(link, true);
claim("a dot on the icon", link.getAttribute("href"), "icon-turn.svg");
Attention.mark(link, false);
claim("and without", link.getAttribute("href"), "icon.svg");

const { hideMoment, noteMoment } = await import("/moment.js");
const line = (id, ...stops) => ({ id, doc: { blocks: stops.map((stop, at) =>
  ({ t: "paragraph", stops: stop, runs: [{ t: "text", s: `${id}.${at}` }] })) } });
const box = document.getElementById("moment");
const moment = () => (box.hidden ? null : box.textContent);
noteMoment(line(1, true), "m", {});
claim("what stood there already stops nobody", moment(), null);
noteMoment(line(1, true, false), "m", {});
claim("nor does what follows", moment(), null);
noteMoment(line(1, true, false, true), "m", {});
claim("a call in the same line does", moment(), "1.2");
hideMoment();
noteMoment(line(1, true, false, true), "m", {});
claim("once", moment(), null);
noteMoment(line(2, true), "m", {});
claim("and one in a new line", moment(), "2.0");
noteMoment(line(3, true), "other", {});
claim("another table has its own", moment(), "2.0");
hideMoment();

const { forgetStories, noteStep, storyOf } = await import("/story.js");
const step = (table, title, phase = "playing") => noteStep({ table, phase, blocks: [
  { t: "heading", runs: [{ t: "text", s: title }] }, { t: "picture", svg: `<svg ${title}>` }] });
const storied = (table) => storyOf(table).map(({ title }) => title);
claim("no step, no story", storied(901), []);
["1", "2", "2", "3", "4", "5", "end"].forEach((title) => step(901, title));
claim("first, middle and last", storied(901), ["1", "3", "5"]);
for (let at = 1; at <= 30; at++) {
  step(902, `${at}`);
}
claim("of many the first and the last but one stay", [storied(902)[0], storied(902)[2]],
  ["1", "29"]);
claim("it is kept for the next time", JSON.parse(
  localStorage.getItem("deaddrop.story.902")).length <= 9, true);
[903, 904, 905, 906].forEach((table) => step(table, "1"));
claim("of a few tables", [901, 902, 903].map((table) =>
  localStorage.getItem(`deaddrop.story.${table}`) !== null), [false, false, true]);
step(902, "who plays?", "lobby");
claim("a lobby begins a new one", storied(902), []);
forgetStories();
claim("who leaves leaves none", Object.keys(localStorage)
  .filter((key) => key.startsWith("deaddrop.story")), []);

const { shareElement } = await import("/share.js");
claim("a board without a line to share has no button for it",
  [shareElement(undefined), shareElement({ control: "s" })], [null, null]);
const shared = shareElement({ control: "s", value: "Decrypto · ⬜✅❌ ⬛🕵️" });
document.body.append(shared);
claim("what is shared can be read before", shared.querySelector("input").value,
  "Decrypto · ⬜✅❌ ⬛🕵️");
const handed = [];
Object.defineProperty(navigator, "share", {
  configurable: true, value: async (what) => handed.push(what),
});
shared.querySelector("button").click();
claim("where there is a way to share, that is it", handed, [{ text: "Decrypto · ⬜✅❌ ⬛🕵️" }]);
Object.defineProperty(navigator, "share", { configurable: true, value: undefined });
const copies = [];
Object.defineProperty(navigator, "clipboard", {
  configurable: true, value: { writeText: async (text) => copies.push(text) },
});
shared.querySelector("button").click();
claim("else it is copied", copies, ["Decrypto · ⬜✅❌ ⬛🕵️"]);
shared.remove();

const { stopWatching, watchSecret, watchLink, endWatchLinks } = await import("/watch.js");
claim("who came by no link looks on nowhere", watchSecret(), undefined);
history.replaceState(null, "", "/#watch=abc");
claim("a link to look on", [watchSecret(), location.hash], ["abc", ""]);
claim("outlives a reload", watchSecret(), "abc");
history.replaceState(null, "", "/#join=abc");
claim("another link ends it", watchSecret(), undefined);
history.replaceState(null, "", "/#watch=abc");
watchSecret();
stopWatching();
claim("and so does its end", watchSecret(), undefined);
const made = await watchLink("den");
claim("a member makes a link", [made.ok, made.link?.includes("/#watch=")], [true, true]);
const heardBy = (hello) => new Promise((resolve) => {
  const wire = new WebSocket(`ws://${location.host}/socket`, "deaddrop");
  const ops = [];
  wire.onopen = () => wire.send(JSON.stringify(hello));
  wire.onclose = ({ code }) => resolve([...ops, code]);
  wire.onmessage = ({ data }) => {
    const op = JSON.parse(data);
    ops.push(...(["message", "edit"].includes(op.op) ? [] : [op.code ?? op.op]));
    if (op.op === "history") {
      wire.send(JSON.stringify({ op: "say", id: "1", room: "den", text: "x" }));
    } else if (op.code === "watching") {
      endWatchLinks("den");
    }
  };
});
claim("it shows the room, takes no act, and ends", await heardBy({
  op: "hello", watch: made.link.split("#watch=")[1],
}), ["welcome", "history", "watching", "watch", 1008]);

const { Commands } = await import("/commands.js");
let fetched = 0;
const answers = (tag, list) => () => {
  fetched++;
  return Promise.resolve({ ok: true, headers: new Headers({ ETag: tag }), json: () => list });
};
const listed = new Commands(answers("W/\"ab-gz\"", ["one"]));
listed.begin();
claim("the list that was on its way", await listed.of("ab"), ["one"]);
claim("is fetched once", [(await listed.of("ab")).length, fetched], [1, 1]);
listed.ask = answers("\"cd\"", ["two"]);
claim("another one is fetched", [await listed.of("cd"), fetched], [["two"], 2]);
listed.ask = () => Promise.reject(new Error());
claim("a line that is down leaves what there was", await listed.of("ef"), ["two"]);

const { inOrder, Rooms } = await import("/rooms.js");
const rooms = new Rooms();
rooms.add({ room: "den", name: "den" });
const message = (seq, rev = seq) => ({
  room: "den", seq, rev, id: `m${seq}`, from: { account: "a", name: "Ana" },
});
claim("new", rooms.accept(message(5)), "new");
claim("the same again is nothing", rooms.accept(message(5)), null);
claim("an edit", rooms.accept(message(5, 6)), "edit");
claim("an edit that was overtaken is nothing", rooms.accept(message(5, 5)), null);
claim("an older one", rooms.accept(message(3)), "older");
claim("the order is the place", inOrder(rooms.get("den")).map(({ seq }) => seq), [3, 5]);
claim("what I have", rooms.since(), { den: 6 });
rooms.hadHistory({ room: "den", first: 3, more: true });
claim("the history begins there", [rooms.get("den").first, rooms.get("den").end], [3, false]);
rooms.hadHistory({ room: "den", first: 5, more: true, gap: true });
claim("after a gap the old is dropped", inOrder(rooms.get("den")).map(({ seq }) => seq), [5]);

const { cardsOf, isLive, isOwed, isTakenBack } = await import("/rooms.js");
rooms.add({ room: "~", name: "private", private: true });
const mine = rooms.get("~");
const told = (seq, rev, kind, ...panel) => rooms.accept({
  ...message(seq, rev), room: "~", doc: { kind, table: 1, panel },
});
const live = () => Array.from(mine.messages.values())
  .filter((one) => isLive(one, cardsOf(mine))).map(({ seq }) => seq);
const owed = { control: "a", owed: true };
told(1, 1, "card", owed, { control: "b" });
claim("somebody waits for me", Array.from(cardsOf(mine).values()).some(isOwed), true);
told(2, 2, "answer", { control: "insist" });
claim("an answer since it asked is live", live(), [1, 2]);
told(4, 2, "answer", { control: "b" }); // as *Help* has it
told(1, 3, "card", owed);
const back = (control) => isTakenBack(mine.messages.get(4), control, cardsOf(mine));
claim("what the card takes back is dead in an answer too", [back("a"), back("b")], [false, true]);
mine.messages.delete(4);
claim("also when the card says more of the same", live(), [1, 2]);
told(1, 4, "card", { control: "b" });
claim("but not when it asks no more", live(), [1]);
claim("and nobody waits", Array.from(cardsOf(mine).values()).some(isOwed), false);
told(3, 5, "card", { control: "c", owed: true });
claim("a new card takes the old one's place", live(), [3]);

const doc = {
  kind: "private",
  blocks: [
    { t: "heading", runs: [{ t: "text", s: "Head" }] },
    { t: "paragraph", runs: [{ t: "text", s: "<b>", people: true }, { t: "strong", s: "bold" }] },
    { t: "list", items: [{ runs: [{ t: "code", s: "one" }] }, { runs: [{ t: "em", s: "two" }] }] },
    { t: "table", rows: [[{ runs: [{ t: "text", s: "a" }] }, { runs: [{ t: "text", s: "b" }] }]] },
    { t: "quote", runs: [{ t: "text", s: "q\nr", people: true }] },
    { t: "picture", svg: "<svg xmlns='http://www.w3.org/2000/svg'/>",
      twin: [{ t: "paragraph", runs: [{ t: "text", s: "twin" }] }] },
    { t: "countdown", until: Date.now() + 90e3, runs: [{ t: "mention", s: "Ana", account: "a" }] },
    { t: "paragraph", runs: [{ t: "spoiler", s: "hush" }, { t: "time", ms: noon }] },
    { t: "never heard of", runs: [{ t: "text", s: "later" }] },
  ],
  panel: [{ label: "Go", symbol: "📄", style: "primary", control: "t1.2.go" }],
};
const context = { me: { account: "a", name: "Ana" }, find: () => undefined, nameOf: () => "Ana" };
const element = messageElement({ ...message(7), at: noon, doc }, context);
const shapes = ["h3", "p .people", "strong", "ul > li > code", "li em", "td + td", "blockquote",
  "figure img[src^='blob:']", ".twin p", ".countdown .mention.me", "time[datetime]",
  "[data-control='t1.2.go']"];
claim("every block has its shape", shapes.filter((css) => !element.querySelector(css)), []);
claim("markup of people stays letters", element.querySelector(".people").textContent, "<b>");
claim("what is hidden is not shown", element.querySelector(".spoiled").hidden, true);
claim("words for the ear", docWords({ blocks: doc.blocks.slice(0, 3) }), "Head. <b>bold. one. two");
return wrong;

// A bot of a few lines on matrix-bot-sdk, to compare with: says again what it hears.
// node echo_sdk.js FOLDER URL, matrix-bot-sdk being installed in FOLDER
const Module = require("module");

// its encryption comes as a binary that is fetched from elsewhere; nothing is encrypted here
const load = Module._load;
const nothing = new Proxy(function () {}, { get: () => nothing });
Module._load = (name, ...rest) =>
    name === "@matrix-org/matrix-sdk-crypto-nodejs" ? nothing : load(name, ...rest);
const sdk = Module.createRequire(process.argv[2] + "/")("matrix-bot-sdk");

const storage = new sdk.MemoryStorageProvider();
const client = new sdk.MatrixClient(process.argv[3], "x".repeat(30), storage);
sdk.LogService.setLevel(sdk.LogLevel.ERROR);
client.on("room.message", (room, event) => {
    // what was said before is not answered
    if (event.sender !== "@bot:bench" && event.unsigned.age < 1000) {
        client.sendMessage(room, { msgtype: "m.notice", body: event.content.body });
    }
});
client.start();

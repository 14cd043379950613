// One person on matrix-js-sdk with its Rust cryptography, which is what Element stands on. Told
// what to do by lines of JSON, {"id", "do", …}, each answered by {"id", "good"} or {"id", "bad"};
// what it sees comes as lines of its own: {"event"}, {"invite"}, {"sas"}.

import readline from "node:readline";

import * as sdk from "matrix-js-sdk";
import {
    AllDevicesIsolationMode, OnlySignedDevicesIsolationMode, VerificationPhase,
    VerificationRequestEvent, VerifierEvent, decodeRecoveryKey,
} from "matrix-js-sdk/lib/crypto-api/index.js";
import { logger } from "matrix-js-sdk/lib/logger.js";

const SYNC_EVENTS = 100;
let client = null;
let secretKey = null; // of secret storage: [its id, its bytes]
let shown = null; // what both sides show in a verification

function tell(line) {
    process.stdout.write(JSON.stringify(line) + "\n");
}

// --- what is seen -------------------------------------------------------------------------------

async function lineOf(event) {
    const line = {
        room: event.getRoomId(), event_id: event.getId(), sender: event.getSender(),
        type: event.getType(), content: event.getContent(), origin_server_ts: event.getTs(),
    };
    if (event.isState()) {
        line.state_key = event.getStateKey();
    }
    if (event.isEncrypted()) {
        line.sealed = event.getWireContent();
        line.failure = event.decryptionFailureReason;
        const info = await client.getCrypto().getEncryptionInfoForEvent(event);
        line.shield = info && [info.shieldColour, info.shieldReason];
    }
    // what is edited is what it says now in this library; here it is what came
    const original = event.getOriginalContent && event.getOriginalContent();
    line.content = original && Object.keys(original).length ? original : line.content;
    return line;
}

let queue = Promise.resolve(); // events in the order in which they came

function see(event) {
    if (event.getRoomId() && event.getId() && !event.getId().startsWith("~")) {
        queue = queue.then(async () => {
            await event.getDecryptionPromise();
            tell({ event: await lineOf(event) });
        });
    }
}

function invited(room, membership) {
    if (membership === "invite") {
        const mine = room.getMember(client.getUserId());
        tell({ invite: room.roomId, sender: mine?.events.member?.getSender(),
               direct: !!mine?.events.member?.getContent().is_direct });
    }
}

// --- what is done -------------------------------------------------------------------------------

function waitFor(emitter, name, isGood) {
    return new Promise((resolve, reject) => {
        const look = () => {
            try {
                if (isGood()) {
                    emitter.off(name, look);
                    resolve();
                }
            } catch (problem) {
                reject(problem);
            }
        };
        emitter.on(name, look);
        look();
    });
}

const MODES = {
    // no key for, and no word of, a device that its owner has not signed
    signed: (crypto) => crypto.setDeviceIsolationMode(new OnlySignedDevicesIsolationMode()),
    // "never send to unverified sessions"
    verified: (crypto) => {
        crypto.setDeviceIsolationMode(new AllDevicesIsolationMode(true));
        crypto.globalBlacklistUnverifiedDevices = true;
    },
};

const DOES = {
    async begin({ url, user, token, device }) {
        client = sdk.createClient({
            baseUrl: url, userId: user, accessToken: token, deviceId: device, logger,
            cryptoCallbacks: {
                getSecretStorageKey: async ({ keys }) =>
                    secretKey && secretKey[0] in keys ? secretKey : [Object.keys(keys)[0],
                                                                     secretKey[1]],
                cacheSecretStorageKey: (id, _, key) => { secretKey = [id, key]; },
            },
        });
        await client.initRustCrypto({ useIndexedDB: false });
        MODES.signed(client.getCrypto());
        client.on(sdk.ClientEvent.Event, see);
        client.on(sdk.MatrixEventEvent.Decrypted, see);
        client.on(sdk.RoomEvent.MyMembership, invited);
        const prepared = new Promise((resolve) => {
            client.on(sdk.ClientEvent.Sync, (state) => state === "PREPARED" && resolve());
        });
        await client.startClient({ initialSyncLimit: SYNC_EVENTS });
        await prepared;
    },

    async mode({ mode }) {
        MODES[mode](client.getCrypto());
    },

    // who they are: three keys, by which their device is signed
    async identity({ password }) {
        await client.getCrypto().bootstrapCrossSigning({
            authUploadDeviceSigningKeys: async (upload) => {
                try {
                    await upload(null);
                } catch (asked) {
                    await upload({
                        type: "m.login.password", password, session: asked.data?.session,
                        identifier: { type: "m.id.user", user: client.getUserId() },
                    });
                }
            },
        });
    },

    // secret storage behind a recovery key, which is handed out, and a backup of rooms' keys
    async storage() {
        const crypto = client.getCrypto();
        const made = await crypto.createRecoveryKeyFromPassphrase();
        await crypto.bootstrapSecretStorage({
            createSecretStorageKey: async () => made, setupNewSecretStorage: true,
            setupNewKeyBackup: true,
        });
        await crypto.checkKeyBackupAndEnable();
        return made.encodedPrivateKey;
    },

    // who they are, and all that the backup has, by that key; how many of its keys were read
    async recover({ key }) {
        const crypto = client.getCrypto();
        secretKey = [await client.secretStorage.getDefaultKeyId(), decodeRecoveryKey(key)];
        await crypto.userHasCrossSigningKeys(client.getUserId(), true);
        await crypto.bootstrapCrossSigning({});
        await crypto.loadSessionBackupPrivateKeyFromSecretStorage();
        return (await crypto.restoreKeyBackup()).imported;
    },

    // which backup their keys go to, and who they are
    async backup() {
        return { version: await client.getCrypto().getActiveSessionBackupVersion(),
                 master: await client.getCrypto().getCrossSigningKeyId() };
    },

    async make({ name, invite, encrypted }) {
        const made = await client.createRoom({
            preset: "private_chat", name, invite, initial_state: encrypted ? [{
                type: "m.room.encryption", state_key: "",
                content: { algorithm: "m.megolm.v1.aes-sha2" } }] : [],
        });
        await waitFor(client, sdk.ClientEvent.Event, () => client.getRoom(made.room_id) &&
            (!encrypted || client.getRoom(made.room_id).hasEncryptionStateEvent()));
        return made.room_id;
    },

    async join({ room }) {
        await client.joinRoom(room);
    },

    async send({ room, type, content }) {
        return (await client.sendEvent(room, type, content)).event_id;
    },

    // what Element shows of somebody and one device of theirs
    async trust({ user, device }) {
        const crypto = client.getCrypto();
        const person = await crypto.getUserVerificationStatus(user);
        const one = await crypto.getDeviceVerificationStatus(user, device);
        return {
            isCrossSigningVerified: person.isCrossSigningVerified(),
            isVerified: person.isVerified(), needsUserApproval: person.needsUserApproval,
            signedByOwner: one?.signedByOwner, deviceTrusted: one?.isVerified(),
            crossSigningVerified: one?.crossSigningVerified,
        };
    },

    // begins a verification in this room; what is to be compared is told as {"sas"}
    async verify({ user, room }) {
        const request = await client.getCrypto().requestVerificationDM(user, room);
        await waitFor(request, VerificationRequestEvent.Change,
                      () => request.phase === VerificationPhase.Ready);
        const verifier = await request.startVerification("m.sas.v1");
        verifier.on(VerifierEvent.ShowSas, (sas) => {
            shown = sas;
            tell({ sas: sas.sas });
        });
        await verifier.verify();
    },

    async same() {
        await shown.confirm();
    },

    async end() {
        client.stopClient();
    },
};

logger.setLevel(logger.levels.ERROR);
for (const name of ["log", "info", "debug", "warn", "error", "trace"]) {
    console[name] = (...words) => process.stderr.write(words.map(String).join(" ") + "\n");
}
readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, do: name, ...rest } = JSON.parse(line);
    DOES[name](rest).then((good) => tell({ id, good: good ?? null }),
                          (bad) => tell({ id, bad: String(bad?.stack ?? bad) }));
}).on("close", () => process.exit(0));

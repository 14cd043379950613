// The server under proof, its control interface, and waiting for things.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import readline from 'node:readline';

const LIMIT_MS = 20_000;

export async function startServer(program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout });
  const [line] = await new Promise((resolve, reject) => {
    lines.once('line', (text) => resolve([text]));
    child.once('exit', (code) => reject(new Error(`fake-discord ended with ${code}`)));
  });
  const about = JSON.parse(line);
  const order = async (name, body = {}) => {
    const answer = await fetch(`${about.control}/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  return {
    ...about,
    order,
    // The same, and it has to work.
    async fake(name, body) {
      const answer = await order(name, body);
      assert.ok(answer.ok, `${name}: ${answer.why}`);
      return answer.is ?? answer.id;
    },
    async end() {
      child.stdin.end();
      const code = await new Promise((resolve) => child.once('exit', resolve));
      assert.equal(code, 0, 'fake-discord ends in order');
    },
  };
}

export function waitEvent(emitter, name, fits = () => true) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      emitter.off(name, heard);
      reject(new Error(`no ${name} within ${LIMIT_MS} ms`));
    }, LIMIT_MS);
    function heard(...args) {
      if (fits(...args)) {
        clearTimeout(timer);
        emitter.off(name, heard);
        resolve(args[0]);
      }
    }
    emitter.on(name, heard);
  });
}

export async function proveAll(proofs) {
  let failed = 0;
  for (const [name, prove] of proofs) {
    const began = performance.now();
    try {
      await prove();
      console.log(`ok      ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
  }
  console.log(`${proofs.length - failed} proven, ${failed} failed`);
  return failed;
}

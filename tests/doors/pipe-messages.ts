import { readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

const headBytes = 4;

/** Writes a message to a pipe, after its length. */
export function writeMessage(pipe: number, message: unknown): void {
  const content = serialize(message);
  const whole = Buffer.alloc(headBytes + content.length);
  whole.writeUInt32LE(content.length);
  content.copy(whole, headBytes);
  for (let at = 0; at < whole.length; ) at += writeSync(pipe, whole, at);
}

/** The message that `held` is; nothing until it is whole. */
export function takeMessage<Message>(held: Buffer): Message | undefined {
  if (held.length < headBytes || held.length < headBytes + held.readUInt32LE()) return undefined;
  return deserialize(held.subarray(headBytes)) as Message;
}

/** Waits for a message. Throws when the other end is gone. */
export function readMessage<Message>(pipe: number): Message {
  const head = readWhole(pipe, headBytes);
  return takeMessage(Buffer.concat([head, readWhole(pipe, head.readUInt32LE())])) as Message;
}

function readWhole(pipe: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; ) {
    const read = readSync(pipe, content, at, bytes - at, null);
    if (read === 0) throw new Error('the other end of the pipe is gone');
    at += read;
  }
  return content;
}

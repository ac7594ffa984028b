import { Session } from 'node:inspector';

const receiverName = 'strongroom.receiver';

/**
 * Connects a session of the inspector with the thread that calls this function.
 * @returns the session, and a function that returns the value of the inspector's description of it
 */
export function openSession() {
  const session = new Session();
  session.connect();
  /** @type {unknown} */
  let received;
  const receiver = {
    receive(value) {
      received = value;
    },
  };
  const receiverId = idOf(session, receiver);
  return { session, readValue };

  function readValue({ type, subtype, value, unserializableValue, objectId }) {
    if (objectId === undefined && unserializableValue === undefined) {
      return type === 'object' && subtype === 'null' ? null : value;
    }
    session.post('Runtime.callFunctionOn', {
      objectId: receiverId,
      functionDeclaration: 'function (value) { this.receive(value); }',
      arguments: [objectId === undefined ? { unserializableValue } : { objectId }],
      silent: true,
    });
    const found = received;
    received = undefined;
    return found;
  }
}

/** Returns the inspector's id of an object. */
function idOf(session, object) {
  globalThis[receiverName] = object;
  let id;
  // A cell can have declared any name, also `globalThis`.
  const expression = `this['${receiverName}']`;
  session.post('Runtime.evaluate', { expression }, (_, reply) => {
    id = reply.result.objectId;
  });
  delete globalThis[receiverName];
  return id;
}

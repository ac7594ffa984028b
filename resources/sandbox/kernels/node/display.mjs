import process from 'node:process';
import { types } from 'node:util';
import { send } from './channel.mjs';
import { cleanMedia, mediaOf } from './media.mjs';
import { print } from './output.mjs';

/** The value of `display` with an id: `update` replaces the output. A cell does not show it as its result. */
export class DisplayHandle {
  #id;
  #update;

  /**
   * @param {string} id
   * @param {(value: unknown, options?: { raw?: boolean }) => unknown} update
   */
  constructor(id, update) {
    this.#id = id;
    this.#update = update;
  }

  /**
   * Returns true for a handle. `instanceof` would call the trap of a proxy.
   * @param {unknown} value
   */
  static isHandle(value) {
    return typeof value === 'object' && value !== null && #id in value;
  }

  get displayId() {
    return this.#id;
  }

  update(value, options) {
    return this.#update(value, options);
  }
}

/**
 * Defines the global `display(value, { raw, displayId })`. An object whose keys are media types is shown as these media.
 * @param {() => number | undefined} currentId returns the id of the cell in progress
 */
export function defineDisplay(currentId) {
  let lastDisplay = 0;
  Object.defineProperty(globalThis, 'display', {
    value: display,
    writable: true,
    configurable: true,
    enumerable: false,
  });

  /**
   * @param {unknown} value
   * @param {{ raw?: boolean, displayId?: string | boolean }} [options] `raw`: the value is a bundle of media;
   *   `displayId`: an id for updates, or true for a new one
   */
  function display(value, options = {}) {
    const { displayId } = options ?? {};
    if (displayId === undefined || displayId === false) return show({ type: 'display' }, value, options);
    const id = displayId === true ? newDisplayId() : String(displayId);
    const shown = show({ type: 'display', displayId: id }, value, options);
    const handle = new DisplayHandle(id, (next, nextOptions) =>
      show({ type: 'update_display', displayId: id }, next, nextOptions),
    );
    return shown === undefined ? handle : shown.then(() => handle);
  }

  function newDisplayId() {
    lastDisplay += 1;
    return `display-${process.pid}-${lastDisplay}`;
  }

  /** Returns a promise if the value's own method returns one. */
  function show(message, value, options) {
    const media = cleanMedia(value) ?? (options?.raw ? notRaw() : mediaOf(value));
    if (types.isPromise(media)) return media.then((content) => post(message, content));
    post(message, media);
    return undefined;
  }

  /** Code that runs between cells has no cell for rich output, so its text is printed. */
  function post(message, data) {
    const id = currentId();
    if (id !== undefined) send({ ...message, id, data });
    else print('stdout', data['text/plain'] ?? `[${Object.keys(data).join(', ')}]`);
  }
}

function notRaw() {
  throw new TypeError('display: with `raw`, the value must be an object whose keys are media types.');
}

// Asks the server.

/** Says what the server did not like, or that it is not there. */
export class ApiError extends Error {
  /**
   * @param {number} status of HTTP; 0: no answer at all
   * @param {string} message
   * @param {number} [retryAfter] seconds after which to ask again
   */
  constructor(status, message, retryAfter = 0) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

// A busy server is asked once more; who has asked waits no longer than this.
const LONGEST_WAIT = 2;

export class Api {
  /**
   * @param {string} path
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   * @throws {ApiError}
   */
  async get(path, { signal } = {}) {
    return (await this.fetch(path, { signal })).json();
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   * @throws {ApiError}
   */
  async post(path, body, { signal } = {}) {
    return (await this.send(path, body, signal)).json();
  }

  /**
   * Asks for a file.
   *
   * @param {string} path
   * @param {unknown} body
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<{blob: Blob, name: string}>}
   * @throws {ApiError}
   */
  async file(path, body, { signal } = {}) {
    const response = await this.send(path, body, signal);
    return { blob: await response.blob(), name: fileName(response.headers.get("Content-Disposition") ?? "") };
  }

  /**
   * Asks for bytes as they come.
   *
   * @param {string} path
   * @param {unknown} body
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<ReadableStream<Uint8Array>>}
   * @throws {ApiError}
   */
  async stream(path, body, { signal } = {}) {
    const response = await this.send(path, body, signal);
    return /** @type {ReadableStream<Uint8Array>} */ (response.body);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   */
  send(path, body, signal) {
    return this.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
      signal,
    });
  }

  /**
   * @param {string} path
   * @param {RequestInit} init
   * @returns {Promise<Response>}
   */
  async fetch(path, init) {
    let response = await answered(path, init);
    const wait = retryAfter(response);
    if (response.status === 503 && wait <= LONGEST_WAIT) {
      await response.body?.cancel();
      await pause(wait * 1000 * (0.5 + Math.random()), init.signal ?? undefined);
      response = await answered(path, init);
    }
    if (!response.ok) throw new ApiError(response.status, await problem(response), retryAfter(response));
    return response;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function answered(path, init) {
  try {
    return await fetch(path, init);
  } catch {
    init.signal?.throwIfAborted();
    throw new ApiError(0, "no answer from the server");
  }
}

/**
 * Returns the name that a header Content-Disposition gives to a file. One that is
 * not ASCII stands there percent-encoded.
 *
 * @param {string} header
 */
function fileName(header) {
  const encoded = /filename\*=utf-8''([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/.exec(header)?.[1] ?? "astrolabe";
}

/** @param {Response} response */
function retryAfter(response) {
  return Math.max(0, Number(response.headers.get("Retry-After") ?? "1") || 0);
}

/**
 * Returns what a refusal says is wrong, and where.
 *
 * @param {Response} response
 */
async function problem(response) {
  try {
    const { detail, title, errors } = await response.json();
    const where = Array.isArray(errors)
      ? errors.map(({ location, message }) => [location, message].filter(Boolean).join(": ")).filter((line) => line !== "" && line !== detail)
      : [];
    return [detail ?? title ?? `HTTP ${response.status}`, ...where].join("; ");
  } catch {
    return `HTTP ${response.status}`;
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

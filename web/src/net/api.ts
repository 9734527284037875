// The server's API, for everything outside a game. The browser's cookie identifies the player; no script ever sees it.

/** The server's refusal. */
export interface Refused {
  code: string;
  reason: string;
  waitSeconds: number | undefined;
}

export type Reply<T> = { ok: true; value: T } | { ok: false; refused: Refused };

export async function call<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
  const isFile = body instanceof Blob;
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": isFile ? body.type : "application/json" },
      body: body === undefined ? null : isFile ? body : JSON.stringify(body),
    });
    const said: unknown = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, value: said as T } : { ok: false, refused: refusedBy(said) };
  } catch {
    return { ok: false, refused: { code: "unreachable", reason: "", waitSeconds: undefined } };
  }
}

function refusedBy(said: unknown): Refused {
  const { code, error, ratelimit } = said as { code?: string; error?: string; ratelimit?: { seconds: number } };
  return { code: code ?? "", reason: error ?? "", waitSeconds: ratelimit?.seconds };
}

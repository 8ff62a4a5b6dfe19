import { useEffect, useState } from 'react';

const isLocal = (hostname: string) =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/** Whether the server has a development mailbox at `/dev/mailbox`; only local servers do. */
export function useLocalMailbox(): boolean {
  const [hasMailbox, setHasMailbox] = useState(false);
  useEffect(() => {
    if (!isLocal(location.hostname)) return;
    const request = new AbortController();
    fetch('/dev/mailbox', { method: 'HEAD', signal: request.signal })
      .then((response) => {
        setHasMailbox(response.ok);
      })
      .catch(() => undefined);
    return () => {
      request.abort();
    };
  }, []);
  return hasMailbox;
}

import { useEffect, useState } from 'react';

const isLocal = (hostname: string) =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/** Whether this server keeps its mail on `/dev/mailbox`, which only a local one does. */
export function useLocalMailbox(): boolean {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isLocal(location.hostname)) return;
    const asking = new AbortController();
    fetch('/dev/mailbox', { method: 'HEAD', signal: asking.signal })
      .then((answer) => {
        setIsOn(answer.ok);
      })
      .catch(() => undefined);
    return () => {
      asking.abort();
    };
  }, []);
  return isOn;
}

// Two canvases, each with an editor of its own, and a room between them.
import { createEditor, createPage, defaultEnvironment } from '@cobble/engine';
import * as rooms from '@cobble/engine/collaboration';
import { CobbleCanvas, createTextMeasurers } from '@cobble/renderer-konva';
import { autorun } from 'mobx';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createLoopback } from './loopback.ts';

const clock: rooms.Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const page = createPage({ ID: 1 });
const room = rooms.createRoom({ log: rooms.createMemoryLog({ page, clock }), clock });

function join(accountId: number, name: string) {
  const environment = { ...defaultEnvironment, ...createTextMeasurers() };
  const editor = createEditor({ page, environment });
  const { transport, setOnline } = createLoopback(room, { accountId, name, role: 'editor' });
  const client = rooms.createRoomClient({
    ...{ editor, transport, clock, accountId, random: Math.random },
    storage: rooms.createMemoryStorage(),
    createId: defaultEnvironment.createId,
  });
  return { name, editor, client, setOnline };
}

function Participant({ name, editor, client, setOnline }: ReturnType<typeof join>) {
  const [state, setState] = useState('');
  useEffect(() => autorun(() => setState(`${client.status}, ${client.pendingCount}`)), [client]);
  return (
    <section aria-label={name}>
      <button onClick={() => editor.add({ type: 'text' })}>Add text</button>
      <button onClick={() => editor.undo()}>Undo</button>
      <button onClick={() => setOnline(false)}>Go offline</button>
      <button onClick={() => setOnline(true)}>Go online</button>
      <output>{state} pending</output>
      <CobbleCanvas editor={editor} style={{ height: '90vh' }} />
    </section>
  );
}

createRoot(document.getElementById('app') ?? document.body).render(
  [join(1, 'Ada'), join(2, 'Ben')].map((each) => <Participant key={each.name} {...each} />),
);

import { useCobbleEditor } from '@cobble/renderer-konva/editor';
import { observer } from 'mobx-react-lite';
import { useBlocker } from 'react-router';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Asks before navigation inside the app discards unsaved changes. */
export const LeaveGuard = observer(function LeaveGuard() {
  const session = useCobbleEditor();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      onStay={() => {
        blocker.reset();
      }}
      onLeave={() => {
        session.discardChanges();
        blocker.proceed();
      }}
    />
  );
});

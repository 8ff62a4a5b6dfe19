import { useCobbleEditor } from '@cobble/renderer-konva/editor';
import { observer } from 'mobx-react-lite';
import { useBlocker } from 'react-router';
import { useStores } from '../../stores/useStores.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/**
 * Asks before navigation inside the app discards unsaved changes. After the session has expired,
 * they stay in the browser, as the user had no way to publish them.
 */
export const LeaveGuard = observer(function LeaveGuard() {
  const session = useCobbleEditor();
  const { account } = useStores();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      work={session.unsavedWork ?? 'changes'}
      onStay={() => {
        blocker.reset();
      }}
      onLeave={() => {
        if (!account.hasExpired) session.discardChanges();
        blocker.proceed();
      }}
    />
  );
});

import { observer } from 'mobx-react-lite';
import { useBlocker } from 'react-router';
import { useEditorStore } from '../EditorStoreContext.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Holds a navigation inside the product back while there are unsaved changes, and asks. */
export const LeaveGuard = observer(function LeaveGuard() {
  const store = useEditorStore();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      store.hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      onStay={() => {
        blocker.reset();
      }}
      onLeave={() => {
        store.discard();
        blocker.proceed();
      }}
    />
  );
});

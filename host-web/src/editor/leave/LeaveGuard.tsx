import { useCobbleEditor } from '@cobble/renderer-konva/editor';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useStores } from '../../stores/useStores.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { LeaveWhilePublishingDialog } from './LeaveWhilePublishingDialog.tsx';

/** Asks before navigation inside the app discards unsaved changes. */
export const LeaveGuard = observer(function LeaveGuard() {
  const session = useCobbleEditor();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  return blocker.state === 'blocked' ? <LeaveQuestion blocker={blocker} /> : null;
});

/**
 * Asks whether to discard the changes or, while they are being published, whether to wait. They stay
 * in the browser if publishing may still fail, and after the session has expired, as the user had no
 * way to publish them.
 */
const LeaveQuestion = observer(function LeaveQuestion(props: {
  readonly blocker: Extract<Blocker, { state: 'blocked' }>;
}) {
  const { blocker } = props;
  const session = useCobbleEditor();
  const { account } = useStores();
  const { isPublishing, hasUnsavedChanges } = session;
  const [isAboutPublishing] = useState(isPublishing);
  useEffect(() => {
    if (!isAboutPublishing || isPublishing) return;
    // The user sees what is still unsaved, or why publishing failed.
    if (hasUnsavedChanges) blocker.reset();
    else blocker.proceed();
  }, [isAboutPublishing, isPublishing, hasUnsavedChanges, blocker]);
  const onStay = () => {
    blocker.reset();
  };
  if (isAboutPublishing)
    return (
      <LeaveWhilePublishingDialog
        isKept={session.editor.fields.isPublic}
        onStay={onStay}
        onLeave={() => {
          blocker.proceed();
        }}
      />
    );
  return (
    <LeaveDialog
      work={session.unsavedWork ?? 'changes'}
      onStay={onStay}
      onLeave={() => {
        if (!account.hasExpired) session.discardChanges();
        blocker.proceed();
      }}
    />
  );
});

import {
  Cloud,
  CloudAlert,
  CloudCheck,
  CloudOff,
  CloudUpload,
  MonitorX,
  PencilOff,
  RefreshCw,
  Unplug,
} from 'lucide-react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { PhonePill } from '../components/PhonePill.tsx';
import { Popup } from '../components/Popup.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import type { Translate } from '../messages/Translate.ts';
import { Button } from '../ui/button/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { isProblem, problemToAnnounce } from './saveProblems.ts';
import type { SaveState } from './SaveState.ts';
import styles from './SaveIndicator.module.css';

const ICONS: Readonly<Record<SaveState, ReactNode>> = {
  connecting: <Cloud />,
  saved: <CloudCheck />,
  saving: <CloudUpload />,
  offline: <CloudOff />,
  failing: <CloudAlert />,
  notKept: <MonitorX />,
  readOnly: <PencilOff />,
  outdated: <RefreshCw />,
  refused: <Unplug />,
};

/**
 * In the page bar: where the user's changes are, with an explanation on a press. Renders nothing
 * without a room.
 */
export const SaveIndicator = observer(function SaveIndicator() {
  const t = useT();
  const { saveState: state, live } = useEditorStore();
  if (state === null) return null;
  const label = labelOf(t, state, live.pendingCount);
  return (
    <Popup
      label={t('saveIndicator.title')}
      trigger={
        <ToolButton
          label={t('saveIndicator.title')}
          name={label}
          wide
          data-cobble-save={state}
          className={classNames(
            styles['button'],
            !isProblem(state) && styles['calm'],
            state === 'failing' && styles['failing'],
          )}
        >
          {ICONS[state]}
          <span className={styles['label']}>{label}</span>
        </ToolButton>
      }
    >
      <Explanation state={state} label={label} />
    </Popup>
  );
});

/** The indicator of phones, whose page bar has no space for it: below the bar. */
export const PhoneSaveIndicator = observer(function PhoneSaveIndicator() {
  const t = useT();
  const isPhone = useIsPhone();
  const { saveState: state, live } = useEditorStore();
  if (state === null || !isPhone) return null;
  const label = labelOf(t, state, live.pendingCount);
  const isIconOnly = state === 'saved' || state === 'connecting';
  return (
    <PhonePill
      title={t('saveIndicator.title')}
      label={label}
      side="right"
      className={state === 'failing' ? styles['failingPill'] : undefined}
      isIconOnly={isIconOnly}
      data={{ 'data-cobble-save': state }}
      content={
        <>
          {ICONS[state]}
          {isIconOnly ? null : label}
        </>
      }
    >
      <Explanation state={state} label={label} />
    </PhonePill>
  );
});

/** A polite live region that announces when saving stops working, and when it works again. */
export function SaveAnnouncer() {
  const t = useT();
  const store = useEditorStore();
  const [text, setText] = useState('');
  useEffect(() => {
    let problem = problemToAnnounce(store.saveState, null);
    return reaction(
      () => store.saveState,
      (state) => {
        const before = problem;
        problem = problemToAnnounce(state, before);
        if (problem === before) return;
        if (problem !== null) setText(labelOf(t, problem, store.live.pendingCount));
        // This device keeps changes again, which were saved all the time.
        else setText(before === 'notKept' ? '' : t('saveIndicator.back'));
      },
    );
  }, [store, t]);
  return (
    <div role="status" className="visually-hidden" data-cobble-save-announcer="">
      {text}
    </div>
  );
}

const Explanation = observer(function Explanation(props: {
  readonly state: SaveState;
  readonly label: string;
}) {
  const t = useT();
  const { live } = useEditorStore();
  const { state, label } = props;
  const isOnlyHere = state === 'offline' && !live.keepsChanges;
  const mayTry = state === 'offline' || (state === 'failing' && !live.isLive && !live.isLost);
  return (
    <div className={styles['explanation']}>
      <strong>{label}</strong>
      <p>{isOnlyHere ? t('saveExplanation.offlineNotKept') : t(`saveExplanation.${state}`)}</p>
      {state === 'outdated' || state === 'refused' ? (
        <Button
          variant="primary"
          size="small"
          onClick={() => {
            location.reload();
          }}
        >
          {t('saveIndicator.refresh')}
        </Button>
      ) : null}
      {mayTry ? <TryNow /> : null}
    </div>
  );
});

/** How long an attempt to connect is shown, which usually takes less, ms. */
const ATTEMPT_MS = 2000;

/** Connects without waiting for the next attempt. */
const TryNow = observer(function TryNow() {
  const t = useT();
  const { live } = useEditorStore();
  const [isTrying, setIsTrying] = useState(false);
  useEffect(() => {
    if (!isTrying) return undefined;
    const timer = setTimeout(() => {
      setIsTrying(false);
    }, ATTEMPT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isTrying]);
  return (
    <Button
      variant="primary"
      size="small"
      isBusy={isTrying}
      onClick={() => {
        setIsTrying(true);
        live.reconnect();
      }}
    >
      {t('saveIndicator.tryNow')}
    </Button>
  );
});

function labelOf(t: Translate, state: SaveState, pendingCount: number): string {
  if (state === 'offline' && pendingCount > 0)
    return t('saveIndicator.offlineChanges', { count: pendingCount });
  return t(`saveIndicator.${state}`);
}

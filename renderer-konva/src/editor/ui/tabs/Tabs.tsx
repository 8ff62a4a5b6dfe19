import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

/** A tab and its panel. */
export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

/**
 * Tabs with panels. Arrow keys move between them; `label` names the tab list for screen readers.
 */
export function Tabs({
  label,
  tabs,
  value,
  onValue,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValue}>
      <Radix.List className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles['content']}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

import { makeAutoObservable, reaction, toJS } from 'mobx';
import { z } from 'zod';
import { LocalValue, type LocalStorage } from './LocalValue.ts';

const preferencesSchema = z.object({
  /** `system` follows the device. */
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  experimentsEnabled: z.boolean().catch(false),
  advancedModeEnabled: z.boolean().catch(false),
  advancedSidebarOpened: z.boolean().catch(false),
  responsiveGuides: z.boolean().catch(true),
  sfxEnabled: z.boolean().catch(true),
  /** Newest first [C6]. */
  mostRecentFonts: z.array(z.string()).readonly().catch([]),
});

/** The preferences of this browser. */
export type Preferences = z.infer<typeof preferencesSchema>;

const DEFAULTS = preferencesSchema.parse({});

/** Stores preferences in this browser; signing out resets them. */
export class PreferencesStore {
  values: Preferences;

  readonly #local: LocalValue<Preferences>;

  constructor(storage: LocalStorage | null) {
    this.#local = new LocalValue('cobble.preferences', preferencesSchema, storage);
    this.values = this.#local.read() ?? { ...DEFAULTS };
    makeAutoObservable(this);
    reaction(
      () => toJS(this.values),
      (values) => {
        this.#local.write(values);
      },
    );
  }

  set<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
    this.values = { ...this.values, [name]: value };
  }

  /** Sets Advanced mode and the sidebar together [ED5]. */
  setAdvancedMode(isOn: boolean): void {
    this.values = { ...this.values, advancedModeEnabled: isOn, advancedSidebarOpened: isOn };
  }

  clear(): void {
    this.values = { ...DEFAULTS };
    this.#local.clear();
  }
}

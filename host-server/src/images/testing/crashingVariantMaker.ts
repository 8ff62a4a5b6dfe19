/**
 * A process that makes variants and is killed with SIGKILL while it writes one:
 * `crashingVariantMaker.ts <database URL> <image folder> <temporary folder> <number of files to write first>`.
 */
import { pino } from 'pino';
import { openDatabase } from '../../database/index.ts';
import { DiskMediaStore } from '../../media-store/MediaStore.ts';
import { VariantProcess } from '../VariantProcess.ts';
import { VariantMaker, type VariantMakerServices } from '../VariantMaker.ts';

const [url = '', folder = '', temporaryFolder = '', files = '0'] = process.argv.slice(2);

class CrashingStore extends DiskMediaStore {
  private left = Number(files);

  override async put(name: string, content: Buffer): Promise<void> {
    if (this.left-- > 0) {
      await super.put(name, content);
      return;
    }
    // The file is being written under a temporary name.
    const writing = super.put(name, content);
    process.kill(process.pid, 'SIGKILL');
    await writing;
  }
}

const log = pino({ enabled: false });
const services = {
  knex: openDatabase(url),
  log,
  clock: () => new Date(),
  media: new CrashingStore(folder),
  variantProcess: new VariantProcess(temporaryFolder, log),
} as unknown as VariantMakerServices;
const maker = new VariantMaker(services);
maker.start();
await maker.settled();

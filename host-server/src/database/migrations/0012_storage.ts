import type { Migration } from './Migration.ts';

/**
 * How many bytes each account stores. Triggers count them, so that the sum is right whatever
 * inserts or deletes, cascades and older servers included.
 */
export const storage: Migration = {
  name: '0012_storage',
  async up(knex) {
    await knex.raw(`
      ALTER TABLE accounts ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
      ALTER TABLE page_revisions
        ADD COLUMN account_id integer REFERENCES accounts ON DELETE CASCADE,
        ADD COLUMN bytes integer;
      UPDATE page_revisions
        SET account_id = pages.account_id, bytes = octet_length(document::text)
        FROM pages WHERE pages.id = page_id;
      ALTER TABLE page_revisions
        ALTER account_id SET NOT NULL,
        ALTER bytes SET NOT NULL;
      CREATE INDEX page_revisions_account_id ON page_revisions (account_id);

      CREATE FUNCTION measure_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT account_id INTO NEW.account_id FROM pages WHERE id = NEW.page_id;
        NEW.bytes := octet_length(NEW.document::text);
        RETURN NEW;
      END $$;
      CREATE TRIGGER measure_page_revision BEFORE INSERT OR UPDATE OF document ON page_revisions
        FOR EACH ROW EXECUTE FUNCTION measure_page_revision();

      CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE accounts SET stored_bytes = stored_bytes - OLD.bytes WHERE id = OLD.account_id;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE accounts SET stored_bytes = stored_bytes + NEW.bytes WHERE id = NEW.account_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_stored_bytes AFTER INSERT OR DELETE OR UPDATE ON page_revisions
        FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
      CREATE TRIGGER count_stored_bytes AFTER INSERT OR DELETE OR UPDATE ON assets
        FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

      UPDATE accounts SET stored_bytes =
        (SELECT coalesce(sum(bytes), 0) FROM assets WHERE account_id = accounts.id) +
        (SELECT coalesce(sum(bytes), 0) FROM page_revisions WHERE account_id = accounts.id);
    `);
  },
  async down(knex) {
    await knex.raw(`
      DROP TRIGGER count_stored_bytes ON assets;
      DROP TRIGGER count_stored_bytes ON page_revisions;
      DROP TRIGGER measure_page_revision ON page_revisions;
      DROP FUNCTION count_stored_bytes, measure_page_revision;
      ALTER TABLE page_revisions DROP COLUMN account_id, DROP COLUMN bytes;
      ALTER TABLE accounts DROP COLUMN stored_bytes;
    `);
  },
};

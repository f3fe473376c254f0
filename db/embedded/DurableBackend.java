import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * The stock backend acknowledges writes that only its cache holds; this one answers after a commit that contains the write.
 * One commit serves all who wait, and never falls into the middle of a command, so that documents and indexes agree after a
 * crash.
 */
final class DurableBackend extends H2Backend {
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findandmodify", "createindexes", "drop", "dropindexes", "create", "dropdatabase");

  /** Commands share it while they change something, a commit has it alone. */
  private final ReentrantReadWriteLock changes = new ReentrantReadWriteLock();

  private final AtomicLong changed = new AtomicLong();
  private final Object committing = new Object();
  private long committed;

  DurableBackend(MVStore store) {
    super(store);
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    String command = message.getDocument().keySet().iterator().next().toLowerCase();
    if (!WRITES.contains(command)) {
      return super.handleMessage(message);
    }
    Document reply;
    long change;
    changes.readLock().lock();
    try {
      reply = super.handleMessage(message);
      change = changed.incrementAndGet();
    } finally {
      changes.readLock().unlock();
    }
    commitUpTo(change);
    return reply;
  }

  private void commitUpTo(long change) {
    synchronized (committing) {
      if (committed >= change) {
        return;
      }
      changes.writeLock().lock();
      try {
        long latest = changed.get();
        commit();
        committed = latest;
      } finally {
        changes.writeLock().unlock();
      }
    }
  }
}

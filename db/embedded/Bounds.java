import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a query says about one field, in encoded values: some points, or (without points) all from low to what begins with
 * high. It may hold more than what the query matches, never less.
 */
record Bounds(SortedSet<byte[]> points, byte[] low, byte[] high) {
  /** Null when the query says nothing about the field that an index can use. */
  static Bounds of(Document query, String field) {
    Bounds bounds = query.containsKey(field) ? ofCondition(query.get(field)) : null;
    for (Document part : parts(query, "$and")) {
      bounds = both(bounds, of(part, field));
    }
    List<Document> branches = parts(query, "$or");
    if (branches.isEmpty()) {
      return bounds;
    }
    Bounds any = of(branches.get(0), field);
    for (Document branch : branches) {
      any = either(any, of(branch, field));
    }
    return both(bounds, any);
  }

  /** The queries that $and or $or joins; none when they are not what they should be, which the matcher reports. */
  static List<Document> parts(Document query, String operator) {
    List<Document> parts = new ArrayList<>();
    if (query.get(operator) instanceof List<?> list) {
      for (Object part : list) {
        if (!(part instanceof Document)) {
          return List.of();
        }
        parts.add((Document) part);
      }
    }
    return parts;
  }

  private static Bounds ofCondition(Object condition) {
    if (!(condition instanceof Document)) {
      return points(Arrays.asList(condition));
    }
    Bounds bounds = null;
    for (Map.Entry<String, Object> entry : ((Document) condition).entrySet()) {
      if (!entry.getKey().startsWith("$")) {
        return null; // a document as the value
      }
      bounds = both(bounds, ofOperator(entry.getKey(), entry.getValue()));
    }
    return bounds;
  }

  private static Bounds ofOperator(String operator, Object operand) {
    switch (operator) {
      case "$eq":
        return points(Arrays.asList(operand));
      case "$in":
        return operand instanceof Collection<?> values ? points(values) : null;
      case "$gt", "$gte", "$lt", "$lte":
        byte[] bound = operand == null ? null : EncodedKey.ofOrdered(operand);
        if (bound == null) {
          return null;
        }
        byte[] type = {bound[0]}; // a value of another type never matches
        return operator.startsWith("$g") ? new Bounds(null, bound, type) : new Bounds(null, type, bound);
      default:
        return null;
    }
  }

  private static Bounds points(Collection<?> values) {
    SortedSet<byte[]> points = new TreeSet<>(Arrays::compareUnsigned);
    for (Object value : values) {
      byte[] point = EncodedKey.ofOrdered(value);
      if (point == null) {
        return null;
      }
      points.add(point);
    }
    return new Bounds(points, null, null);
  }

  private static Bounds both(Bounds a, Bounds b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    if (a.points != null || b.points != null) {
      return a.points != null ? a : b;
    }
    boolean sameType = a.low[0] == b.low[0];
    return sameType ? new Bounds(null, a.low.length == 1 ? b.low : a.low, a.high.length == 1 ? b.high : a.high) : a;
  }

  private static Bounds either(Bounds a, Bounds b) {
    if (a == null || b == null) {
      return null;
    }
    if (a.points != null && b.points != null) {
      SortedSet<byte[]> points = new TreeSet<>(a.points);
      points.addAll(b.points);
      return new Bounds(points, null, null);
    }
    if (a.points != null && a.points.isEmpty() || b.points != null && b.points.isEmpty()) {
      return a.points != null ? b : a;
    }
    byte[] lowA = a.points == null ? a.low : a.points.first();
    byte[] lowB = b.points == null ? b.low : b.points.first();
    byte[] highA = a.points == null ? a.high : a.points.last();
    byte[] highB = b.points == null ? b.high : b.points.last();
    return new Bounds(
        null,
        Arrays.compareUnsigned(lowA, lowB) <= 0 ? lowA : lowB,
        Arrays.compareUnsigned(EncodedKey.after(highA), EncodedKey.after(highB)) >= 0 ? highA : highB);
  }
}

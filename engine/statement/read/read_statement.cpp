#include "engine/statement/read/read_statement.h"

#include <cmath>
#include <limits>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/vocabulary.h"
#include "engine/statement/write/words.h"

namespace noisy {
namespace {

using namespace statement;

constexpr double kLargestCount = 9'007'199'254'740'992;  // 2^53: whole numbers end there

enum class Kind { positive, not_negative, count, share };

/// What is wrong with a number by itself, or null.
const char* mistake_in(const Json& value, Kind kind) {
  if (!value.is_number()) return "must be a number";
  const double number = value.number();
  if (kind == Kind::positive && !(number > 0)) return "must be greater than 0";
  if (kind == Kind::share && !(number >= 0 && number < 1)) return "must be in [0, 1)";
  if (number < 0) return "must not be negative";
  if (kind == Kind::count && (number != std::floor(number) || number > kLargestCount)) {
    return "must be a whole number of at most 2^53";
  }
  return nullptr;
}

/// Reads members one after another; the first mistake is kept and the rest is empty.
class Reader {
 public:
  Reader(const Json& object, std::string path, std::optional<Error>& error)
      : object_(object), path_(std::move(path)), error_(error) {
    if (!object.is_object()) wrong(ErrorCode::invalid_type, path_, "must be an object");
  }

  /// A member, or null after a mistake.
  const Json& required(std::string_view key) {
    static const Json kNull;
    if (const Json* found = object_.find(key)) return *found;
    wrong(ErrorCode::missing_field, at(key), "is missing: not a whole privacy statement");
    return kNull;
  }

  bool has(std::string_view key) const { return object_.find(key) != nullptr; }

  Reader inside(std::string_view key) { return {required(key), at(key), error_}; }

  double number(std::string_view key, Kind kind) { return checked(required(key), at(key), kind); }

  std::optional<double> optional_number(std::string_view key, Kind kind) {
    const Json* found = object_.find(key);
    if (!found) return std::nullopt;
    return checked(*found, at(key), kind);
  }

  /// null stands for "no bound".
  double bound(std::string_view key) {
    const Json& value = required(key);
    if (value.is_null()) return std::numeric_limits<double>::infinity();
    return checked(value, at(key), Kind::not_negative);
  }

  std::string text(std::string_view key) {
    const Json& value = required(key);
    if (value.is_text()) return value.text();
    wrong(ErrorCode::invalid_type, at(key), "must be a text");
    return "";
  }

  bool flag(std::string_view key) {
    const Json& value = required(key);
    if (value.is_boolean()) return value.boolean();
    wrong(ErrorCode::invalid_type, at(key), "must be true or false");
    return false;
  }

  template <typename Value>
  Value word(std::string_view key) {
    const std::string id = text(key);
    const auto found = find_word<Value>(id);
    if (!found && !error_) unknown(key, id);
    return found.value_or(Value{});
  }

  /// Whether the text is the second of two ids.
  bool choice(std::string_view key, std::string_view no, std::string_view yes) {
    const std::string id = text(key);
    if (id != no && id != yes && !error_) unknown(key, id);
    return id == yes;
  }

  CostUnit unit(std::string_view key) {
    const std::string id = text(key);
    if (id == kRhoUnit) return CostUnit::rho;
    if (id == kRenyiUnit) return CostUnit::renyi;
    if (id != kEpsilonUnit && !error_) unknown(key, id);
    return CostUnit::epsilon;
  }

  /// Rows of two numbers, or of up to `most`; the first counts.
  template <typename Row>
  void rows(std::string_view key, std::size_t most, Kind kind, const Row& take) {
    const Json& list = required(key);
    if (!list.is_array()) return wrong(ErrorCode::invalid_type, at(key), "must be a list");
    for (std::size_t i = 0; i < list.size() && !error_; ++i) {
      const Json row = list.element(i);
      const auto* numbers = row.as_numbers();
      if (!numbers || numbers->size() < 2 || numbers->size() > most) {
        return wrong(ErrorCode::invalid_type, join_path(at(key), i),
                     "must be a list like [count, value]");
      }
      for (std::size_t j = 0; j < numbers->size(); ++j) {
        const Kind expected = j == 0 ? Kind::count : kind;
        if (mistake_in((*numbers)[j], expected)) {
          checked((*numbers)[j], join_path(join_path(at(key), i), j), expected);
        }
      }
      take(*numbers);
    }
  }

  /// The elements of a list of objects.
  template <typename Element>
  void objects(std::string_view key, const Element& take) {
    const Json& list = required(key);
    if (!list.is_array()) return wrong(ErrorCode::invalid_type, at(key), "must be a list");
    for (std::size_t i = 0; i < list.size() && !error_; ++i) {
      const Json element = list.element(i);
      take(Reader(element, join_path(at(key), i), error_));
    }
  }

  std::string at(std::string_view key) const { return join_path(path_, key); }

  void wrong(ErrorCode code, std::string place, std::string message) {
    if (!error_) error_ = Error{code, std::move(place), std::move(message)};
  }

 private:
  void unknown(std::string_view key, const std::string& id) {
    wrong(ErrorCode::invalid_value, at(key), quoted(id) + " is not known to this version");
  }

  double checked(const Json& value, const std::string& place, Kind kind) {
    const char* mistake = mistake_in(value, kind);
    if (!mistake) return value.number();
    wrong(value.is_number() ? ErrorCode::invalid_value : ErrorCode::invalid_type, place, mistake);
    return 0;
  }

  const Json& object_;
  std::string path_;
  std::optional<Error>& error_;
};

void read_sensitivity(Reader in, bool has_kinds, StatedEntry& entry) {
  entry.rule = in.word<SensitivityRule>("rule");
  entry.norm = in.word<RowNorm>("norm");
  entry.sensitivity = in.number("value", Kind::positive);
  if (!has_kinds) entry.mean_sensitivity = in.number("mean", Kind::positive);
  entry.derivative_bound = in.bound("derivativeBound");
  entry.feature_bound = in.bound("featureBound");
  if (entry.form == ReleaseForm::solution) {
    Reader descent = in.inside("descent");
    entry.descent = {.step_size = descent.number("stepSize", Kind::positive),
                     .smoothness = descent.number("smoothness", Kind::not_negative),
                     .strong_convexity = descent.number("strongConvexity", Kind::not_negative),
                     .steps = static_cast<Index>(descent.number("steps", Kind::count))};
    entry.curvature_bound = descent.number("curvatureBound", Kind::positive);
    entry.row_bound = descent.number("rowBound", Kind::not_negative);
  }
  if (entry.is_choice()) {
    Reader vertices = in.inside("vertices");
    entry.vertex_norm = vertices.word<RowNorm>("norm");
    entry.vertex_radius = vertices.number("radius", Kind::positive);
  }
  if (in.required("gradientClip").is_null()) return;
  Reader clip = in.inside("gradientClip");
  entry.clip = GradientClip{.norm = clip.word<GradientClip::Norm>("norm"),
                            .bound = clip.number("bound", Kind::positive)};
}

void read_objective(Reader in, StatedEntry& entry) {
  entry.objective = {.strong_convexity = in.number("strongConvexity", Kind::positive),
                     .record_curvature = in.number("recordCurvature", Kind::not_negative),
                     .tolerance = in.number("tolerance", Kind::not_negative),
                     .solution_scale = in.number("solutionDeviation", Kind::positive)};
  entry.regularizer_strength = in.number("regularizerStrength", Kind::not_negative);
  entry.added_strength = in.number("addedStrength", Kind::not_negative);
  entry.solver_shift = in.number("solverShift", Kind::not_negative);
  entry.curvature_bound = in.number("curvatureBound", Kind::positive);
  entry.row_bound = in.number("rowBound", Kind::not_negative);
}

void read_noise(Reader in, StatedEntry& entry) {
  entry.quantity = in.text("quantity");
  entry.planned = in.number("planned", Kind::count);
  in.rows("values", 3, Kind::positive, [&](const std::vector<double>& row) {
    entry.values.push_back(
        {.count = static_cast<Index>(row[0]), .first = row[1], .last = row.back()});
  });
  if (in.required("grids").is_null()) return;
  in.rows("grids", 2, Kind::positive, [&](const std::vector<double>& row) {
    entry.grids.push_back({.count = static_cast<Index>(row[0]), .first = row[1], .last = row[1]});
  });
}

void read_batch(Reader& in, StatedEntry& entry) {
  entry.batch_size = in.number("batchSize", Kind::count);
  entry.draws_batches = in.choice("sampler", kAllRecords, kWithoutReplacement);
}

/// The rows of one list of runs: all releases together, and each kind's where there are several.
std::vector<CountedRuns> read_runs(Reader& in, std::string_view key,
                                   std::vector<StatedEntry>& kinds,
                                   std::vector<CountedRuns> StatedEntry::*list) {
  std::vector<CountedRuns> out;
  const std::size_t most = kinds.empty() ? 2 : 1 + kinds.size();
  in.rows(key, most, Kind::count, [&](const std::vector<double>& row) {
    CountedRuns all{.runs = row[0], .releases = kinds.empty() ? row[1] : 0};
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      // A row that is too short counts nothing of the last kinds.
      const double releases = k + 1 < row.size() ? row[k + 1] : 0;
      (kinds[k].*list).push_back({.runs = row[0], .releases = releases});
      all.releases += releases;
    }
    out.push_back(all);
  });
  return out;
}

/// What was executed, and what is paid for: the same unless a run was stopped.
void read_runs(Reader& in, StatedEntry& entry) {
  entry.executed = read_runs(in, "executed", entry.kinds, &StatedEntry::executed);
  const char* charged = in.has("charged") ? "charged" : "executed";
  entry.charged = read_runs(in, charged, entry.kinds, &StatedEntry::charged);
}

/// The kinds of release of an entry that is otherwise read.
void read_kinds(Reader& in, StatedEntry& entry) {
  const StatedEntry common = entry;
  in.objects("groups", [&](Reader group) {
    StatedEntry kind = common;
    kind.form = group.word<ReleaseForm>("form");
    read_batch(group, kind);
    kind.rule = group.word<SensitivityRule>("rule");
    kind.mean_sensitivity = group.number("mean", Kind::positive);
    read_noise(group.inside("noise"), kind);
    entry.planned += kind.planned;
    entry.kinds.push_back(std::move(kind));
  });
  if (entry.kinds.empty()) {
    return in.wrong(ErrorCode::invalid_value, in.at("groups"), "must hold at least one group");
  }
  read_runs(in, entry);
}

void read_private(Reader& in, StatedEntry& entry) {
  const bool has_kinds = in.has("groups");
  entry.requested = in.required("requested");
  entry.calibration = in.word<Calibration>("calibration");
  entry.release = in.word<ReleaseKind>("release");
  entry.mechanism = in.word<Mechanism>("mechanism");
  entry.samples = in.number("samples", Kind::count);
  entry.dimension = in.number("dimension", Kind::count);
  if (!has_kinds) read_batch(in, entry);
  if (in.has("form")) entry.form = in.word<ReleaseForm>("form");
  read_sensitivity(in.inside("sensitivity"), has_kinds, entry);
  if (entry.form == ReleaseForm::minimizer) read_objective(in.inside("objective"), entry);
  if (!has_kinds) read_noise(in.inside("noise"), entry);
  if (in.has("stopsAtRandom")) entry.stops_at_random = in.flag("stopsAtRandom");
  if (!has_kinds) read_runs(in, entry);
  Reader cost = in.inside("cost");
  entry.unit = cost.unit("unit");
  if (entry.unit == CostUnit::renyi) {
    if (!has_kinds) in.required("form");
    entry.order = cost.number("order", Kind::positive);
    if (entry.form == ReleaseForm::variance_reduced)
      entry.share = cost.number("share", Kind::share);
  }
  entry.cost_per_run = cost.number("perRun", Kind::not_negative);
  entry.cost_of_all = cost.number("allRuns", Kind::not_negative);
  in.objects("figures", [&](Reader figure) {
    StatedFigure out{.accountant = figure.text("accountant")};
    if (out.accountant == kZcdp) {
      out.rho = figure.number("rho", Kind::not_negative);
    } else {
      out.epsilon = figure.number("epsilon", Kind::not_negative);
      out.delta = figure.number("delta", Kind::share);
      if (out.accountant == kRenyi) out.order = figure.number("order", Kind::positive);
    }
    entry.figures.push_back(std::move(out));
  });
  if (has_kinds) read_kinds(in, entry);
  if (entry.figures.empty()) {
    in.wrong(ErrorCode::invalid_value, in.at("figures"), "must hold at least one figure");
  }
}

StatedEntry read_entry(Reader in) {
  StatedEntry entry;
  entry.identity = Json::object({{"algorithm", in.text("algorithm")},
                                 {"label", in.text("label")},
                                 {"sweep", in.required("sweep")}});
  entry.runs = in.number("runs", Kind::count);
  entry.notion = in.word<Notion>("notion");
  // Statements that name no guarantee claim one wherever they have a notion.
  entry.names_guarantee = in.has("guarantee");
  entry.guarantee = entry.names_guarantee          ? in.word<Guarantee>("guarantee")
                    : entry.notion == Notion::none ? Guarantee::not_private
                                                   : Guarantee::proven;
  entry.certified = in.flag("certified");
  if (entry.is_private()) read_private(in, entry);
  return entry;
}

}  // namespace

Result<Statement> read_statement(const Json& json, const std::string& path) {
  std::optional<Error> error;
  Statement statement;
  Reader in(json, path, error);
  if (in.number("version", Kind::count) != 1) {
    in.wrong(ErrorCode::unsupported_version, in.at("version"), "this engine reads version 1");
  }
  in.objects("entries", [&](Reader entry) { statement.entries.push_back(read_entry(entry)); });
  statement.certified = in.flag("certified");
  statement.release = in.inside("release").word<ReleaseKind>("id");
  if (in.required("total").is_null()) {
    statement.is_unbounded = true;
    if (error) return std::unexpected(*std::move(error));
    return statement;
  }
  Reader total = in.inside("total");
  statement.total = {.accountant = total.text("accountant"),
                     .epsilon = std::nullopt,
                     .rho = total.optional_number("rho", Kind::not_negative)};
  if (statement.total.accountant != kZcdp) {
    statement.total.epsilon = total.number("epsilon", Kind::not_negative);
    statement.total.delta = total.number("delta", Kind::share);
    if (statement.total.accountant == kRenyi) {
      statement.total.order = total.number("order", Kind::positive);
    }
  } else if (!total.required("epsilon").is_null() || !total.required("delta").is_null()) {
    total.wrong(ErrorCode::invalid_value, total.at("epsilon"),
                "epsilon and delta are null where all runs are zCDP");
  }
  if (error) return std::unexpected(*std::move(error));
  return statement;
}

}  // namespace noisy

#include "engine/statement/read/read_statement.h"

#include "engine/privacy/release/statement_reader.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {
namespace {

using namespace statement;

void read_sensitivity(StatementReader in, bool has_kinds, StatedEntry& entry) {
  entry.rule = in.word<SensitivityRule>("rule");
  entry.norm = in.word<RowNorm>("norm");
  entry.sensitivity = in.number("value", StatedNumber::positive);
  if (!has_kinds) entry.mean_sensitivity = in.number("mean", StatedNumber::positive);
  entry.derivative_bound = in.bound("derivativeBound");
  entry.feature_bound = in.bound("featureBound");
  entry.form->read_sensitivity(in, entry);
  if (in.required("gradientClip").is_null()) return;
  StatementReader clip = in.inside("gradientClip");
  entry.clip = GradientClip{.norm = clip.word<GradientClip::Norm>("norm"),
                            .bound = clip.number("bound", StatedNumber::positive)};
}

void read_noise(StatementReader in, StatedEntry& entry) {
  entry.quantity = in.text("quantity");
  entry.planned = in.number("planned", StatedNumber::count);
  in.rows("values", 3, StatedNumber::positive, [&](const std::vector<double>& row) {
    entry.values.push_back(
        {.count = static_cast<Index>(row[0]), .first = row[1], .last = row.back()});
  });
  if (in.has("steps")) {
    in.rows("steps", 3, StatedNumber::positive, [&](const std::vector<double>& row) {
      entry.steps.push_back(
          {.count = static_cast<Index>(row[0]), .first = row[1], .last = row.back()});
    });
  }
  if (in.required("grids").is_null()) return;
  in.rows("grids", 2, StatedNumber::positive, [&](const std::vector<double>& row) {
    entry.grids.push_back({.count = static_cast<Index>(row[0]), .first = row[1], .last = row[1]});
  });
}

const ReleaseForm* read_form(StatementReader& in) {
  const std::string id = in.text("form");
  const ReleaseForm* form = find_release_form(id);
  if (!form) in.unknown("form", id);
  return form ? form : gradient_form();
}

void read_batch(StatementReader& in, StatedEntry& entry) {
  entry.batch_size = in.number("batchSize", StatedNumber::count);
  entry.draws_batches = in.choice("sampler", kAllRecords, kWithoutReplacement);
  if (!in.has("records")) return;
  StatementReader block = in.inside("records");
  entry.block = {.first = static_cast<Index>(block.number("first", StatedNumber::not_negative)),
                 .count = static_cast<Index>(block.number("count", StatedNumber::count))};
}

/// The rows of one list of runs: all releases together, and each kind's where there are several.
std::vector<CountedRuns> read_runs(StatementReader& in, std::string_view key,
                                   std::vector<StatedEntry>& kinds,
                                   std::vector<CountedRuns> StatedEntry::*list) {
  std::vector<CountedRuns> out;
  const std::size_t most = kinds.empty() ? 2 : 1 + kinds.size();
  in.rows(key, most, StatedNumber::count, [&](const std::vector<double>& row) {
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
void read_runs(StatementReader& in, StatedEntry& entry) {
  entry.executed = read_runs(in, "executed", entry.kinds, &StatedEntry::executed);
  const char* charged = in.has("charged") ? "charged" : "executed";
  entry.charged = read_runs(in, charged, entry.kinds, &StatedEntry::charged);
}

/// Where an algorithm has one kind of release and only what precedes it makes several of that, the
/// blocks of sensitivity and cost are those of its own.
void read_only_kind(StatementReader& in, std::vector<StatedEntry>& kinds) {
  if (kinds.size() != 2 || !kinds.back().form->precedes_run()) return;
  StatedEntry& own = kinds.front();
  StatementReader sensitivity = in.inside("sensitivity"), cost = in.inside("cost");
  own.form->read_sensitivity(sensitivity, own);
  own.form->read_cost(cost, own);
}

/// The kinds of release of an entry that is otherwise read.
void read_kinds(StatementReader& in, StatedEntry& entry) {
  const StatedEntry common = entry;
  in.objects("groups", [&](StatementReader group) {
    StatedEntry kind = common;
    kind.form = read_form(group);
    if (group.has("mechanism")) kind.mechanism = group.word<Mechanism>("mechanism");
    read_batch(group, kind);
    kind.rule = group.word<SensitivityRule>("rule");
    kind.mean_sensitivity = group.number("mean", StatedNumber::positive);
    kind.form->read(group, kind);
    read_noise(group.inside("noise"), kind);
    entry.planned += kind.planned;
    entry.kinds.push_back(std::move(kind));
  });
  if (entry.kinds.empty()) {
    return in.wrong(ErrorCode::invalid_value, in.at("groups"), "must hold at least one group");
  }
  read_only_kind(in, entry.kinds);
  read_runs(in, entry);
}

void read_private(StatementReader& in, StatedEntry& entry) {
  const bool has_kinds = in.has("groups");
  entry.requested = in.required("requested");
  if (in.has("neighbours")) entry.neighbours = in.word<Neighbours>("neighbours");
  entry.calibration = in.word<Calibration>("calibration");
  entry.release = in.word<ReleaseKind>("release");
  entry.mechanism = in.word<Mechanism>("mechanism");
  entry.samples = in.number("samples", StatedNumber::count);
  entry.dimension = in.number("dimension", StatedNumber::count);
  if (!has_kinds) read_batch(in, entry);
  if (in.has("form")) entry.form = read_form(in);
  read_sensitivity(in.inside("sensitivity"), has_kinds, entry);
  entry.form->read(in, entry);
  if (!has_kinds) read_noise(in.inside("noise"), entry);
  if (in.has("stopsAtRandom")) entry.stops_at_random = in.flag("stopsAtRandom");
  if (!has_kinds) read_runs(in, entry);
  StatementReader cost = in.inside("cost");
  entry.unit = cost.unit("unit");
  if (entry.unit == CostUnit::renyi) {
    if (!has_kinds) in.required("form");
    entry.order = cost.number("order", StatedNumber::positive);
  }
  entry.form->read_cost(cost, entry);
  if (cost.has("cap")) {
    entry.cap = cost.number("cap", StatedNumber::positive);
    entry.spent = cost.number("spent", StatedNumber::not_negative);
  }
  entry.cost_per_run = cost.number("perRun", StatedNumber::not_negative);
  entry.cost_of_all = cost.number("allRuns", StatedNumber::not_negative);
  if (in.has("score")) {
    StatementReader score = in.inside("score");
    entry.score = {.measure = score.word<ScoreMeasure>("measure"),
                   .records = score.number("records", StatedNumber::count),
                   .steps = score.number("steps", StatedNumber::count),
                   .scale = score.number("scale", StatedNumber::count),
                   .epsilon = score.number("epsilon", StatedNumber::positive)};
  }
  in.objects("figures", [&](StatementReader figure) {
    StatedFigure out{.accountant = figure.text("accountant")};
    if (out.accountant == kZcdp) {
      out.rho = figure.number("rho", StatedNumber::not_negative);
    } else {
      out.epsilon = figure.number("epsilon", StatedNumber::not_negative);
      out.delta = figure.number("delta", StatedNumber::share);
      if (out.accountant == kRenyi) out.order = figure.number("order", StatedNumber::positive);
    }
    entry.figures.push_back(std::move(out));
  });
  if (has_kinds) read_kinds(in, entry);
  if (entry.figures.empty()) {
    in.wrong(ErrorCode::invalid_value, in.at("figures"), "must hold at least one figure");
  }
}

StatedEntry read_entry(StatementReader in) {
  StatedEntry entry;
  entry.identity = Json::object({{"algorithm", in.text("algorithm")},
                                 {"label", in.text("label")},
                                 {"sweep", in.required("sweep")}});
  entry.runs = in.number("runs", StatedNumber::count);
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
  StatementReader in(json, path, error);
  if (in.number("version", StatedNumber::count) != 1) {
    in.wrong(ErrorCode::unsupported_version, in.at("version"), "this engine reads version 1");
  }
  in.objects("entries",
             [&](StatementReader entry) { statement.entries.push_back(read_entry(entry)); });
  statement.certified = in.flag("certified");
  statement.release = in.inside("release").word<ReleaseKind>("id");
  if (in.has("neighbours")) {
    statement.neighbours = in.inside("neighbours").word<Neighbours>("id");
  }
  if (in.required("total").is_null()) {
    statement.is_unbounded = true;
    if (error) return std::unexpected(*std::move(error));
    return statement;
  }
  StatementReader total = in.inside("total");
  statement.total = {.accountant = total.text("accountant"),
                     .epsilon = std::nullopt,
                     .rho = total.optional_number("rho", StatedNumber::not_negative)};
  if (statement.total.accountant != kZcdp) {
    statement.total.epsilon = total.number("epsilon", StatedNumber::not_negative);
    statement.total.delta = total.number("delta", StatedNumber::share);
    if (statement.total.accountant == kRenyi) {
      statement.total.order = total.number("order", StatedNumber::positive);
    }
  } else if (!total.required("epsilon").is_null() || !total.required("delta").is_null()) {
    total.wrong(ErrorCode::invalid_value, total.at("epsilon"),
                "epsilon and delta are null where all runs are zCDP");
  }
  if (error) return std::unexpected(*std::move(error));
  return statement;
}

}  // namespace noisy

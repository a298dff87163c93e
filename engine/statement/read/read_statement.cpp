#include "engine/statement/read/read_statement.h"

#include "engine/privacy/release/statement_words.h"
#include "engine/statement/write/statement_records.h"

namespace noisy {
namespace {

using namespace statement;

/// The rows of one list of runs: all releases together, and each kind's where there are several.
std::vector<CountedRuns> read_runs(RecordReader& in, std::string_view key,
                                   std::vector<StatedEntry>& kinds,
                                   std::vector<CountedRuns> StatedEntry::*list) {
  std::vector<CountedRuns> out;
  const std::size_t most = kinds.empty() ? 2 : 1 + kinds.size();
  in.rows(key, most, NumberRule::count, [&](const std::vector<double>& row) {
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
void read_runs(RecordReader& in, StatedEntry& entry) {
  entry.executed = read_runs(in, "executed", entry.kinds, &StatedEntry::executed);
  const char* charged = in.has("charged") ? "charged" : "executed";
  entry.charged = read_runs(in, charged, entry.kinds, &StatedEntry::charged);
}

/// Where an algorithm has one kind of release and only what precedes it makes several of that, the
/// blocks of sensitivity and cost are those of its own.
void read_only_kind(RecordReader& in, std::vector<StatedEntry>& kinds) {
  if (kinds.size() != 2 || !kinds.back().form->precedes_run()) return;
  StatedEntry& own = kinds.front();
  RecordReader sensitivity = in.inside("sensitivity"), cost = in.inside("cost");
  own.form->read_sensitivity(sensitivity, own);
  own.form->read_cost(cost, own);
}

/// The kinds of release of an entry that is otherwise read.
void read_kinds(RecordReader& in, StatedEntry& entry) {
  const StatedEntry common = entry;
  in.objects("groups", [&](RecordReader group) {
    StatedEntry kind = common;
    record::read<record::kGroup>(group, kind);
    kind.form->read(group, kind);
    entry.planned += kind.planned;
    entry.kinds.push_back(std::move(kind));
  });
  if (entry.kinds.empty()) {
    return in.wrong(ErrorCode::invalid_value, in.at("groups"), "must hold at least one group");
  }
  read_only_kind(in, entry.kinds);
}

void read_figures(RecordReader& in, StatedEntry& entry) {
  in.objects("figures", [&](RecordReader figure) {
    StatedFigure& out = entry.figures.emplace_back();
    record::read<record::kFigure>(figure, out);
    if (out.accountant == kZcdp) return figure.require({"rho"});
    figure.require({"epsilon", "delta"});
    if (out.accountant == kRenyi) figure.require({"order"});
  });
  if (entry.figures.empty()) {
    in.wrong(ErrorCode::invalid_value, in.at("figures"), "must hold at least one figure");
  }
}

void read_private(RecordReader& in, StatedEntry& entry) {
  record::read<record::kPromise>(in, entry);
  RecordReader sensitivity = in.inside("sensitivity"), cost = in.inside("cost");
  const bool has_kinds = in.has("groups");
  if (!has_kinds) {
    in.require({"batchSize", "sampler", "noise"});
    sensitivity.require({"mean"});
  }
  if (entry.unit == CostUnit::renyi) {
    if (!has_kinds) in.require({"form"});
    cost.require({"order"});
  }
  if (entry.cap) cost.require({"spent"});
  entry.form->read_sensitivity(sensitivity, entry);
  entry.form->read(in, entry);
  entry.form->read_cost(cost, entry);
  if (has_kinds) read_kinds(in, entry);
  read_runs(in, entry);
  read_figures(in, entry);
}

StatedEntry read_entry(RecordReader in) {
  StatedEntry entry;
  record::read<record::kEntry>(in, entry);
  // Statements that name no guarantee claim one wherever they have a notion.
  entry.names_guarantee = in.has("guarantee");
  entry.guarantee = entry.names_guarantee          ? in.word<Guarantee>("guarantee")
                    : entry.notion == Notion::none ? Guarantee::not_private
                                                   : Guarantee::proven;
  if (entry.is_private()) read_private(in, entry);
  return entry;
}

}  // namespace

Result<Statement> read_statement(const Json& json, const std::string& path) {
  std::optional<Error> error;
  Statement statement;
  RecordReader in(json, path, error);
  if (in.number("version", NumberRule::count) != 1) {
    in.wrong(ErrorCode::unsupported_version, in.at("version"), "this engine reads version 1");
  }
  in.objects("entries",
             [&](RecordReader entry) { statement.entries.push_back(read_entry(entry)); });
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
  RecordReader total = in.inside("total");
  record::read<record::kTotal>(total, statement.total);
  if (statement.total.accountant != kZcdp) {
    statement.total.epsilon = total.number("epsilon", NumberRule::not_negative);
    statement.total.delta = total.number("delta", NumberRule::share);
    if (statement.total.accountant == kRenyi) total.require({"order"});
  } else if (!total.required("epsilon").is_null() || !total.required("delta").is_null()) {
    total.wrong(ErrorCode::invalid_value, total.at("epsilon"),
                "epsilon and delta are null where all runs are zCDP");
  }
  if (error) return std::unexpected(*std::move(error));
  return statement;
}

}  // namespace noisy

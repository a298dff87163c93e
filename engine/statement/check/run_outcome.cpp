#include "engine/statement/check/run_outcome.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/plan/ranged_rows.h"
#include "engine/experiment/result/outcome_words.h"
#include "engine/experiment/session/fingerprint.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/run_records.h"
#include "engine/experiment/session/trace.h"
#include "engine/json/lookup.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

constexpr double kLimitless = std::numeric_limits<double>::infinity();
constexpr std::string_view kIteration = "iteration";
constexpr std::string_view kEvaluations = "gradientEvaluations";

bool is_count(const Json& value) {
  return value.is_number() && value.number() >= 0 && std::floor(value.number()) == value.number();
}

bool is_digest(const Json& value) {
  return value.is_text() && value.text().size() == 64 &&
         value.text().find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// So many numbers, or nulls where a run may end without them.
bool is_point(const Json& list, Index dimension, bool may_be_null) {
  if (!list.is_array() || static_cast<Index>(list.size()) != dimension) return false;
  if (list.as_numbers()) return true;
  return may_be_null && std::ranges::all_of(list.elements(), [](const Json& value) {
           return value.is_number() || value.is_null();
         });
}

/// The column of a stated range; a number that no column has where it is none.
Index stated_column(const Json& range) {
  const Json& column = range.member("column");
  if (range.find("isTarget")) return range.find("column") ? -2 : kTargetColumn;
  const bool is_number = is_count(column) && column.number() <= FormatLimits::kFeatures;
  return is_number ? static_cast<Index>(column.number()) : -2;
}

Vector vector_of(const Json& list) {
  Vector out(static_cast<Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json value = list.element(i);
    out[static_cast<Index>(i)] =
        value.is_number() ? value.number() : std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

class Outcome {
 public:
  Outcome(const PlannedRun& compared, RunStatus status, const Rehearsal& rehearsal,
          const Ledger& ledger, const std::string& place, Findings& findings)
      : run_(compared.run),
        trace_(compared.run.member("trace")),
        compared_(compared),
        plan_(*compared.planned.plan),
        status_(status),
        rehearsal_(rehearsal),
        ledger_(ledger),
        place_(place),
        findings_(findings) {
    const Index iterations = plan_.summary().iterations;
    const bool is_open = plan_.rule().length() == RunLength::open;
    TraceSchedule schedule(iterations, compared.settings.trace_points,
                           is_open ? TraceSpread::early : TraceSpread::even);
    for (; schedule.next() >= 0; schedule.advance()) {
      scheduled_.push_back(static_cast<double>(schedule.next()));
    }
    // A drawn plan releases once an iteration.
    const bool is_known = is_drawn() && completed();
    if (is_known) {
      const auto last = static_cast<double>(ledger_.releases());
      std::erase_if(scheduled_, [=](double iteration) { return iteration >= last; });
      scheduled_.push_back(last);
    }
    // A run may take more steps than its plan releases, and is traced where it ends.
    const std::size_t most = scheduled_.size() + (completed() ? 1 : 0);
    const std::size_t held = trace_.member(kIteration).size();
    points_ = is_known ? scheduled_.size() : std::clamp<std::size_t>(held, 1, most);
    if (is_whole()) points_ = points_of(kIteration);
  }

  Json expected() {
    Json out = Json::object({{"status", word_for(status_)},
                             {"parameters", parameters_json(plan_.summary().parameters)},
                             {"trace", trace()},
                             {"solution", solution()},
                             {std::string(kEvaluations), evaluations()},
                             {"fingerprint", fingerprint()}});
    if (begun_ledger(plan_.rule()).releases() > 0) out.set("ranges", ranges());
    if (compared_.planned.score && completed()) out.set("score", score());
    if (run_.find("stop")) out.set("stop", stop());
    if (has_error(status_)) out.set("error", error());
    const Json& seconds = run_.member("seconds");
    follow_times(run_, "seconds", seconds.is_number() && seconds.number() >= 0, out);
    return out;
  }

 private:
  bool completed() const { return status_ == RunStatus::completed; }
  bool is_whole() const { return rehearsal_.is_whole && completed(); }
  bool is_reproducible() const { return compared_.settings.randomness == Randomness::reproducible; }
  Index dimension() const { return compared_.objective.sum->dimension(); }

  std::size_t points_of(std::string_view name) const {
    const NamedColumn* column = rehearsed(name);
    return column ? column->values.size() : 0;
  }
  const NamedColumn* rehearsed(std::string_view name) const {
    const auto found = std::ranges::find(rehearsal_.columns, name, &NamedColumn::name);
    return found == rehearsal_.columns.end() ? nullptr : &*found;
  }

  /// The file's word, where it is possible.
  Json word(const Json& stated, bool is_possible, std::string_view name, const char* problem) {
    findings_.expect(is_possible, join_path(place_, name), problem);
    return stated;
  }

  // ---- the trace

  /// A column; `guess` takes over what the plan does not tell of a point.
  template <typename Guess>
  Json column(std::string_view name, const Guess& guess) const {
    const std::size_t known = points_of(name);
    const Json& stated = trace_.member(name);
    std::vector<Json> out;
    for (std::size_t i = 0; i < points_; ++i) {
      const double before = i > 0 && out.back().is_number() ? out.back().number() : 0;
      const Json said = i < stated.size() ? stated.element(i) : Json();
      out.push_back(i < known ? Json(rehearsed(name)->values[i]) : guess(i, said, before));
    }
    return Json::array(std::move(out));
  }

  /// Of a run whose end the plan does not tell: any iteration that suits the one before.
  Json iterations() const {
    return column(kIteration, [this](std::size_t i, const Json& said, double before) {
      const bool is_last = !is_drawn() && completed() && i + 1 == points_ && i > 0;
      const bool is_beyond = i >= scheduled_.size();
      const bool is_possible = is_last && is_count(said) && said.number() > before &&
                               (is_beyond || said.number() <= scheduled_[i]);
      return is_possible ? said : Json(is_beyond ? before + 1 : scheduled_[i]);
    });
  }

  /// Numbers that begin with what nothing takes, do not fall, and do not pass the end.
  Json rising(std::string_view name, double first, double end) const {
    return column(name, [=](std::size_t i, const Json& said, double before) {
      if (i == 0) return Json(first);
      const bool is_possible = said.is_number() && said.number() >= before * (1 - kUnderstated) &&
                               said.number() <= end * (1 + kUnderstated);
      return is_possible ? said : Json(before);
    });
  }

  /// Gradients are counted: whole numbers that do not fall.
  Json counted(std::string_view name) const {
    return column(name, [end = most_evaluations()](std::size_t i, const Json& said, double before) {
      if (i == 0) return Json(0);
      const bool is_possible = is_count(said) && said.number() >= before && said.number() <= end;
      return is_possible ? said : Json(before);
    });
  }

  /// What the iterations of a drawn plan take and cost.
  void walk(const std::string& spent, Json& out) const {
    const BudgetRule& rule = plan_.rule();
    Ledger ledger(rule.cap());
    std::vector<double> evaluations, costs;
    double done = 0;
    for (std::size_t i = 0; i < points_; ++i) {
      while (ledger.releases() < ledger_.releases() &&
             static_cast<double>(ledger.releases()) < scheduled_[i]) {
        const auto release = rule.next(ledger);
        if (!release) break;
        ledger.charge(*release);
        done += static_cast<double>(release->batch_size);
      }
      evaluations.push_back(done);
      costs.push_back(rule.spent(ledger.spent()));
    }
    out.set(kEvaluations, Json::numbers(std::move(evaluations)));
    out.set(spent, Json::numbers(std::move(costs)));
  }

  Json trace() {
    const BudgetRule& rule = plan_.rule();
    const std::string spent = spent_column(plan_.summary().claim.notion);
    Json out = Json::object({{std::string(kIteration), iterations()}});
    if (is_drawn()) {
      walk(spent, out);
    } else {
      out.set(kEvaluations, counted(kEvaluations));
      out.set(spent,
              rising(spent, rule.spent(begun_ledger(rule).spent()), rule.spent(ledger_.spent())));
    }
    for (const StepColumn& told : compared_.planned.entry->columns) {
      out.set(told.name, column(told.name, [](std::size_t, const Json& said, double) {
                return said.is_number() ? said : Json();
              }));
    }
    const auto* times = trace_.member("seconds").as_numbers();
    const auto is_time = [](double time) { return time >= 0; };
    follow_times(trace_, "trace.seconds",
                 times && times->size() == points_ && std::ranges::all_of(*times, is_time), out);
    if (compared_.settings.keeps_iterates) out.set("iterates", iterates());
    return out;
  }

  /// Times are there, or were taken out, where drawing the noise is no secret.
  void follow_times(const Json& from, std::string_view name, bool is_possible, Json& out) {
    const Json* stated = from.find("seconds");
    if (!stated || !is_reproducible() || rehearsal_.has_hidden_work) return;
    out.set("seconds", word(*stated, is_possible, name, "is no time that a run takes"));
  }

  /// Those behind the start are what was released.
  Json iterates() {
    const Json& stated = trace_.member("iterates");
    bool is_possible = stated.is_array() && stated.size() == points_;
    for (std::size_t i = 0; is_possible && i < points_; ++i) {
      is_possible = is_point(stated.element(i), dimension(), !completed());
    }
    Json out = word(stated, is_possible, "trace.iterates", "are not the points of its trace");
    if (!is_possible) return out;
    const Vector& start = compared_.planned.start;
    if (start.size() > 0) {
      out.set_element(0, Json::numbers(std::vector<double>(start.begin(), start.end())));
    }
    if (completed()) out.set_element(points_ - 1, run_.member("solution"));
    return out;
  }

  // ---- what it came to

  Json solution() {
    const Json& stated = run_.member("solution");
    return word(stated, is_point(stated, dimension(), !completed()), "solution",
                "is no point of the problem");
  }

  /// The ranges that its columns are clamped to: the file's word, where a run can choose them. One
  /// that was cancelled may not have come to that.
  Json ranges() {
    const Json& stated = run_.member("ranges");
    if (stated.is_null() && status_ == RunStatus::cancelled) return stated;
    std::vector<ColumnRange> read;
    std::vector<Json> out;
    for (const Json& range : stated.elements()) {
      read.push_back({.column = stated_column(range),
                      .lower = number_of(range, "lower"),
                      .upper = number_of(range, "upper")});
      out.push_back(record::json_of<record::kColumnRange>(read.back()));
    }
    const PrivateRanges& step = *private_ranges(*compared_.point.data);
    const Index ranged = compared_.objective.data->facts.ranged_columns;
    const Index columns = ranged - (step.has_target() ? 1 : 0);
    return word(Json::array(std::move(out)), may_be_chosen(read, step, columns), "ranges",
                "are none that a run can choose for these columns");
  }

  /// A private figure: what was released is the file's word, and the rest follows from it.
  Json score() {
    const Json& stated = run_.member("score").member("noisySum");
    constexpr double kMost = 0x1p53;
    const bool is_possible = stated.is_number() && std::fabs(stated.number()) <= kMost &&
                             std::floor(stated.number()) == stated.number();
    findings_.expect(is_possible, join_path(place_, "score.noisySum"), "is no whole number");
    if (!is_possible || compared_.planned.score->records < 1) return {};
    const ReleasedScore released{.score = *compared_.planned.score,
                                 .noisy_sum = static_cast<std::int64_t>(stated.number())};
    return record::json_of<record::kReleasedScore>(released);
  }

  /// The run ends where the engine drew it, after some release of a batch of gradients.
  bool is_drawn() const {
    return plan_.rule().length() == RunLength::drawn &&
           compared_.planned.entry->origin == Origin::engine;
  }

  double most_evaluations() const {
    return rehearsal_.is_whole ? rehearsal_.gradient_evaluations : kLimitless;
  }

  Json evaluations() {
    if (is_whole()) return rehearsal_.gradient_evaluations;
    const Json& stated = run_.member(kEvaluations);
    const Json& column = trace_.member(kEvaluations);
    const Json last = column.size() > 0 ? column.element(column.size() - 1) : Json();
    const bool is_possible =
        is_count(stated) && last.is_number() && stated.number() >= last.number() &&
        stated.number() <= most_evaluations() && (!is_drawn() || !completed() || stated == last);
    return word(stated, is_possible, kEvaluations, "is not what its trace and its plan give");
  }

  /// Hexadecimal of reproducible runs that ended by themselves; with traced iterates it follows
  /// from them.
  Json fingerprint() {
    const bool ended = status_ != RunStatus::cancelled && status_ != RunStatus::failed;
    if (!is_reproducible() || !ended) return {};
    const Json& stated = run_.member("fingerprint");
    const Json& points = trace_.member("iterates");
    if (!completed() || !compared_.settings.keeps_iterates || points.size() == 0) {
      return word(stated, is_digest(stated), "fingerprint", "is none");
    }
    RunFingerprint hash;
    for (std::size_t i = 0; i < points.size(); ++i) hash.add(vector_of(points.element(i)));
    hash.add(vector_of(run_.member("solution")));
    return to_hex(hash.finish());
  }

  /// One of the reasons of algorithms that end by what they released.
  Json stop() {
    const Json& stated = run_.member("stop");
    const bool is_outside = compared_.planned.entry->origin == Origin::outside;
    const bool is_known = plan_.rule().length() == RunLength::open && is_adaptive_stop(stated);
    return word(stated, is_known || is_outside, "stop",
                "is no reason that this algorithm ends for");
  }

  Json error() {
    if (status_ == RunStatus::budget_exhausted) {
      return error_json({ErrorCode::invalid_budget, "privacy", "the privacy budget is used up"});
    }
    const Json& stated = run_.member("error");
    if (status_ == RunStatus::diverged) {
      static constexpr std::string_view kBegin = "iterates diverged at iteration ";
      const Json& message = stated.member("message");
      const bool begins = message.is_text() && message.text().starts_with(kBegin);
      const double at = begins ? std::atof(message.text().c_str() + kBegin.size()) : 0;
      const bool is_possible =
          at >= 1 && std::floor(at) == at && at <= static_cast<double>(plan_.summary().iterations);
      const std::string given = std::string(kBegin) + number_text(is_possible ? at : 1);
      return error_json({ErrorCode::diverged, "", given});
    }
    const bool is_error = stated.size() == 3 && stated.member("field").is_text() &&
                          stated.member("message").is_text() &&
                          is_error_code(stated.member("code"));
    return word(stated, is_error, "error", "is none that a run fails with");
  }

  const Json& run_;
  const Json& trace_;
  const PlannedRun& compared_;
  const AlgorithmPlan& plan_;
  RunStatus status_;
  const Rehearsal& rehearsal_;
  const Ledger& ledger_;
  const std::string& place_;
  Findings& findings_;
  std::vector<double> scheduled_;
  std::size_t points_ = 1;  ///< of the trace
};

}  // namespace

Json expected_outcome(const PlannedRun& compared, RunStatus status, const Rehearsal& rehearsal,
                      const Ledger& ledger, const std::string& place, Findings& findings) {
  return Outcome(compared, status, rehearsal, ledger, place, findings).expected();
}

Json combined_fingerprint(const Json& result, bool has_all_runs) {
  std::vector<std::string> digests;
  for (const Json& run : result.member("runs").elements()) {
    if (!promises(run.member("privacy"))) continue;
    const Json& digest = run.member("fingerprint");
    if (!digest.is_text()) return {};
    digests.push_back(digest.text());
  }
  if (digests.empty() || !has_all_runs) return {};
  return combine_fingerprints(digests);
}

}  // namespace noisy

#pragma once

#include "engine/audit/audit_options.h"
#include "engine/audit/audit_plan.h"
#include "engine/audit/canary.h"
#include "engine/audit/finding.h"
#include "engine/record/answers.h"

// The record of an audit.

namespace noisy::record {

inline constexpr Table kAuditedBudget{
    "AuditedBudget",
    "A budget that an audit judges by.",
    {{"notion", of<&AuditClaim::notion>("string")},
     {"epsilon", of<&AuditClaim::epsilon>()},
     {"delta", of<&AuditClaim::delta>()},
     {"rho?", of<&AuditClaim::rho>()},
     {"mu?", of<&AuditClaim::gaussian_mu>(), Seen::nobody,
      "Of Gaussian noise: the mu of Gaussian DP."},
     {"statement", of<&AuditClaim::statement>(), Seen::nobody, "What the plan says of itself."}}};

/// An attack, and how often it hit.
struct Attacked {
  Attack attack;
  AttackCounts counts;
  RateBounds rates;

  const Attacked& itself() const { return *this; }
  std::string_view statistic() const;
  std::string_view event() const { return attack.is_above ? "above" : "at-most"; }
  std::string_view likelier() const { return attack.is_second_likelier ? "second" : "first"; }
};

inline constexpr Table kHits{"AuditHits",
                             "",
                             {{"count", of<&Attacked::counts, &AttackCounts::hits>()},
                              {"rounds", of<&Attacked::counts, &AttackCounts::rounds>()},
                              {"lower", of<&Attacked::rates, &RateBounds::hit>()}}};

inline constexpr Table kFalseHits{"AuditFalseHits",
                                  "",
                                  {{"count", of<&Attacked::counts, &AttackCounts::false_hits>()},
                                   {"rounds", of<&Attacked::counts, &AttackCounts::false_rounds>()},
                                   {"upper", of<&Attacked::rates, &RateBounds::false_hit>()}}};

inline constexpr Table kAttack{"AuditAttack",
                               "",
                               {{"statistic", of<&Attacked::statistic>()},
                                {"threshold", of<&Attacked::attack, &Attack::threshold>()},
                                {"event", of<&Attacked::event>("'above' | 'at-most'")},
                                {"likelier", of<&Attacked::likelier>("'first' | 'second'"),
                                 Seen::nobody, "The data set on which the event is a hit."},
                                {"hits", in<kHits, &Attacked::itself>()},
                                {"falseHits", in<kFalseHits, &Attacked::itself>()}}};

inline constexpr Table kAuditRecord{
    "AuditRecord",
    "A made-up record.",
    {{"features", of<&Record::features>()}, {"target", of<&Record::target>()}}};

/// The two data sets of a game.
struct Pair {
  const AuditPlan* plan;
  const Canary* canary;

  Neighbours relation() const;
  std::vector<double> start() const { return {canary->start.begin(), canary->start.end()}; }
  std::vector<double> anchor() const { return {canary->anchor.begin(), canary->anchor.end()}; }
  /// In which distances between gradients are told; of choices, the largest score's.
  std::string_view norm() const;
};

inline constexpr Table kPair{
    "AuditNeighbours",
    "",
    {{"relation", of<&Pair::relation>("string")},
     {"samples", of<&Pair::plan, &AuditPlan::rules, &GameRules::samples>()},
     {"batchSize", of<&Pair::plan, &AuditPlan::batch_size>()},
     {"usual", in<kAuditRecord, &Pair::canary, &Canary::usual>()},
     {"odd", in<kAuditRecord, &Pair::canary, &Canary::odd>()},
     {"start", of<&Pair::start>()},
     {"norm", of<&Pair::norm>("'l1' | 'l2' | 'vertices'"), Seen::nobody,
      "Of a choice the largest difference of a vertex's scores."},
     {"attained", of<&Pair::canary, &Canary::attained>()},
     {"sensitivity", of<&Pair::canary, &Canary::bound>()},
     {"anchor?", of<&Pair::anchor>(), Seen::nobody,
      "Of variance-reduced releases: the anchor that the attacker chose."}}};

struct LowerBound {
  double epsilon = 0;
  double delta = 0;
  std::string_view form;
  std::optional<double> mu;
};

inline constexpr Table kLowerBound{"AuditBound",
                                   "",
                                   {{"epsilon", of<&LowerBound::epsilon>()},
                                    {"delta", of<&LowerBound::delta>()},
                                    {"form", of<&LowerBound::form>("'attack' | 'gaussian'")},
                                    {"mu?", of<&LowerBound::mu>()}}};

/// Scores of the rounds on either data set, in bins of equal width.
struct Histogram {
  std::string_view statistic;
  std::vector<double> edges, first, second;
};

inline constexpr Table kHistogram{"AuditHistogram",
                                  "",
                                  {{"statistic", of<&Histogram::statistic>()},
                                   {"edges", of<&Histogram::edges>()},
                                   {"first", of<&Histogram::first>()},
                                   {"second", of<&Histogram::second>()}}};

/// What an audit proved.
struct Audited {
  const AuditOptions* options;
  const AuditPlan* plan;
  const AuditFinding* finding;
  LowerBound bound;
  std::string sentence;
  Histogram histogram;

  int version() const { return 1; }
  std::string engine() const;
  std::string_view planted() const;
  std::string_view verdict() const { return finding->is_refuted ? "refuted" : "consistent"; }
  const AuditClaim* claimed() const { return plan->claim.is_made ? &plan->claim : nullptr; }
  const AuditClaim* requested() const { return plan->claim.is_made ? nullptr : &plan->claim; }
  std::optional<Attacked> attack() const {
    if (!finding->attack) return std::nullopt;
    return Attacked{*finding->attack, finding->counts, finding->rates};
  }
  std::optional<Attacked> gaussian_attack() const {
    if (!finding->gaussian_attack) return std::nullopt;
    return Attacked{*finding->gaussian_attack, finding->gaussian_counts, finding->gaussian_rates};
  }
  Pair pair() const { return {plan, &plan->rules.canary}; }
};

inline constexpr Table kAudit{
    "AuditReport",
    "What an audit proved. Its records are made up: nothing in it comes from the user's data.",
    {{"version", of<&Audited::version>()},
     {"engine", of<&Audited::engine>()},
     {"algorithm", of<&Audited::plan, &AuditPlan::algorithm>()},
     {"label", of<&Audited::plan, &AuditPlan::label>()},
     {"planted", or_null<&Audited::planted>("PlantedDefect | null"), Seen::nobody,
      "The planted defect that was looked for, if one was."},
     {"verdict", of<&Audited::verdict>("'consistent' | 'refuted'")},
     {"sentence", of<&Audited::sentence>()},
     {"confidence", of<&Audited::options, &AuditOptions::confidence>()},
     {"runs", of<&Audited::options, &AuditOptions::runs>()},
     {"seed", of<&Audited::options, &AuditOptions::seed>()},
     {"claimed", in_or_null<kAuditedBudget, &Audited::claimed>(), Seen::nobody,
      "What the plan claims; null where it claims nothing because it leaks."},
     {"requested", in_or_null<kAuditedBudget, &Audited::requested>(), Seen::nobody,
      "What was asked for, and judged, where nothing is claimed; else null."},
     {"lowerBound", in<kLowerBound, &Audited::bound>()},
     {"exactEpsilon", or_null<&Audited::finding, &AuditFinding::exact>("number | null"),
      Seen::nobody, "What unlimited runs would find, where a closed form is known."},
     {"attack?", in<kAttack, &Audited::attack>()},
     {"gaussianAttack?", in<kAttack, &Audited::gaussian_attack>()},
     {"iterations", of<&Audited::plan, &AuditPlan::iterations>()},
     {"mechanism", of<&Audited::plan, &AuditPlan::mechanism>("string")},
     {"neighbours", in<kPair, &Audited::pair>()},
     {"histogram", in<kHistogram, &Audited::histogram>()},
     {"notes", of<&Audited::plan, &AuditPlan::notes>()}}};

}  // namespace noisy::record

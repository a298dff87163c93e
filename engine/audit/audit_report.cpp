#include "engine/audit/audit_report.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "engine/experiment/file/version.h"
#include "engine/json/json.h"
#include "engine/json/vocabulary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

constexpr std::size_t kBins = 48;
/// Share of the scores at either end that is drawn in the outermost bins.
constexpr double kTrimmed = 0.0005;

std::string digits(double value) {
  return significant_text(value, 3);
}

Json claim_json(const AuditClaim& claim) {
  Json out = Json::object(
      {{"notion", word_for(claim.notion)}, {"epsilon", claim.epsilon}, {"delta", claim.delta}});
  if (claim.rho) out.set("rho", *claim.rho);
  if (claim.gaussian_mu) out.set("mu", *claim.gaussian_mu);
  out.set("statement", claim.statement);
  return out;
}

Json attack_json(const Attack& attack, const AttackCounts& counts, const RateBounds& rates) {
  const auto rate = [](Index count, Index rounds, const char* bound, double value) {
    return Json::object({{"count", count}, {"rounds", rounds}, {bound, value}});
  };
  return Json::object(
      {{"statistic", statistic_id(static_cast<Statistic>(attack.statistic))},
       {"threshold", attack.threshold},
       {"event", attack.is_above ? "above" : "at-most"},
       {"likelier", attack.is_second_likelier ? "second" : "first"},
       {"hits", rate(counts.hits, counts.rounds, "lower", rates.hit)},
       {"falseHits", rate(counts.false_hits, counts.false_rounds, "upper", rates.false_hit)}});
}

Json record_json(const Record& record) {
  return Json::object({{"features", Json::numbers(record.features)}, {"target", record.target}});
}

Json point_json(const Vector& point) {
  return Json::numbers(std::vector<double>(point.data(), point.data() + point.size()));
}

/// In which distances between gradients are told; of choices, the largest score's.
const char* norm_text(Mechanism mechanism) {
  const Noise& noise = noise_of(mechanism);
  if (noise.chooses) return "vertices";
  return noise.norm == RowNorm::l1 ? "l1" : "l2";
}

Json neighbours_json(const AuditPlan& plan) {
  const Canary& canary = plan.rules.canary;
  Json out = Json::object({{"relation", word_for(plan.rules.plan->summary().claim.neighbours)},
                           {"samples", plan.rules.samples},
                           {"batchSize", plan.batch_size},
                           {"usual", record_json(canary.usual)},
                           {"odd", record_json(canary.odd)},
                           {"start", point_json(canary.start)},
                           {"norm", norm_text(plan.mechanism)},
                           {"attained", canary.attained},
                           {"sensitivity", canary.bound}});
  if (canary.anchor.size() > 0) out.set("anchor", point_json(canary.anchor));
  return out;
}

/// The scores at the given shares of both columns together.
std::pair<double, double> range_of(const std::vector<double>& first,
                                   const std::vector<double>& second) {
  std::vector<double> all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::erase_if(all, [](double score) { return !std::isfinite(score); });
  if (all.empty()) return {0, 0};
  const auto trimmed = static_cast<std::ptrdiff_t>(kTrimmed * static_cast<double>(all.size()));
  const auto low = all.begin() + trimmed;
  std::ranges::nth_element(all, low);
  const double lowest = *low;
  const auto high = all.end() - 1 - trimmed;
  std::ranges::nth_element(all, high);
  return {lowest, *high};
}

Json histogram_json(std::size_t statistic, const ScoreTable& scores) {
  const auto& first = scores.first[statistic];
  const auto& second = scores.second[statistic];
  auto [low, high] = range_of(first, second);
  if (!(high > low)) high = low + 1;
  const double width = (high - low) / kBins;
  const auto counts_of = [&](const std::vector<double>& column) {
    std::vector<double> counts(kBins, 0);
    for (const double score : column) {
      const double place = std::clamp((score - low) / width, 0.0, kBins - 1.0);
      ++counts[static_cast<std::size_t>(place)];
    }
    return Json::numbers(std::move(counts));
  };
  std::vector<double> edges;
  for (std::size_t i = 0; i <= kBins; ++i) edges.push_back(low + width * static_cast<double>(i));
  return Json::object({{"statistic", statistic_id(static_cast<Statistic>(statistic))},
                       {"edges", Json::numbers(std::move(edges))},
                       {"first", counts_of(first)},
                       {"second", counts_of(second)}});
}

/// The statistic of the attack that decided, the likelihood ratio when none did.
std::size_t shown_statistic(const AuditFinding& finding) {
  if (finding.attack) return finding.attack->statistic;
  return finding.gaussian_attack ? finding.gaussian_attack->statistic : 0;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

std::string sentence(const AuditOptions& options, const AuditPlan& plan,
                     const AuditFinding& finding, double epsilon) {
  std::string bound = "after " + std::to_string(options.runs) +
                      " runs on each of two neighbouring data sets, epsilon is at least " +
                      digits(epsilon);
  if (finding.exceeds_exactly) bound += ", and exactly " + digits(*finding.exact);
  const std::string judged = digits(plan.claim.epsilon);
  if (plan.claim.is_made) {
    return finding.is_refuted ? joined({"Refuted: ", bound, ", but ", judged, " is claimed."})
                              : joined({"Nothing speaks against the claim: ", bound, ", and ",
                                        judged, " is claimed."});
  }
  return joined({finding.is_refuted ? "Refuted: " : "Not refuted by so many runs: ", bound,
                 ", where ", judged, " was asked for. The plan leaks and claims nothing."});
}

Json planted_json(PlantedBug bug) {
  const auto entries = planted_bugs();
  const auto found = std::ranges::find(entries, bug, &PlantedEntry::bug);
  return found == entries.end() ? Json() : Json(found->id);
}

}  // namespace

std::string audit_report(const AuditOptions& options, const AuditPlan& plan,
                         const AuditFinding& finding, const ScoreTable& scores) {
  const double delta = plan.claim.delta;
  const double by_mu = plan.claim.gaussian_mu ? gaussian_epsilon_of(finding.mu, delta) : 0;
  const double epsilon = std::max(finding.epsilon, by_mu);
  Json bound = Json::object({{"epsilon", epsilon},
                             {"delta", delta},
                             {"form", by_mu > finding.epsilon ? "gaussian" : "attack"}});
  if (plan.claim.gaussian_mu) bound.set("mu", finding.mu);
  Json out = Json::object({{"version", 1},
                           {"engine", engine_version()},
                           {"algorithm", plan.algorithm},
                           {"label", plan.label},
                           {"planted", planted_json(plan.rules.bug)},
                           {"verdict", finding.is_refuted ? "refuted" : "consistent"},
                           {"sentence", sentence(options, plan, finding, epsilon)},
                           {"confidence", options.confidence},
                           {"runs", options.runs},
                           {"seed", static_cast<double>(options.seed)},
                           {"claimed", plan.claim.is_made ? claim_json(plan.claim) : Json()},
                           {"requested", plan.claim.is_made ? Json() : claim_json(plan.claim)},
                           {"lowerBound", std::move(bound)},
                           {"exactEpsilon", finding.exact ? Json(*finding.exact) : Json()}});
  if (finding.attack) {
    out.set("attack", attack_json(*finding.attack, finding.counts, finding.rates));
  }
  if (finding.gaussian_attack) {
    out.set("gaussianAttack",
            attack_json(*finding.gaussian_attack, finding.gaussian_counts, finding.gaussian_rates));
  }
  out.set("iterations", plan.iterations);
  out.set("mechanism", word_for(plan.mechanism));
  out.set("neighbours", neighbours_json(plan));
  out.set("histogram", histogram_json(shown_statistic(finding), scores));
  out.set("notes", Json::texts(plan.notes));
  return write_json(out);
}

}  // namespace noisy

#include "engine/audit/audit_report.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "engine/audit/audit_records.h"
#include "engine/experiment/file/version.h"
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

record::Histogram histogram_of(std::size_t statistic, const ScoreTable& scores) {
  const auto& first = scores.first[statistic];
  const auto& second = scores.second[statistic];
  auto [low, high] = range_of(first, second);
  if (!(high > low)) high = low + 1;
  const double width = (high - low) / kBins;
  const auto counts_of = [&, least = low](const std::vector<double>& column) {
    std::vector<double> counts(kBins, 0);
    for (const double score : column) {
      const double place = std::clamp((score - least) / width, 0.0, kBins - 1.0);
      ++counts[static_cast<std::size_t>(place)];
    }
    return counts;
  };
  std::vector<double> edges;
  for (std::size_t i = 0; i <= kBins; ++i) edges.push_back(low + width * static_cast<double>(i));
  return {.statistic = statistic_id(static_cast<Statistic>(statistic)),
          .edges = std::move(edges),
          .first = counts_of(first),
          .second = counts_of(second)};
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

}  // namespace

std::string_view record::Attacked::statistic() const {
  return statistic_id(static_cast<Statistic>(attack.statistic));
}

Neighbours record::Pair::relation() const {
  return plan->rules.plan->summary().claim.neighbours;
}

std::string_view record::Pair::norm() const {
  const Noise& noise = noise_of(plan->mechanism);
  if (noise.chooses) return "vertices";
  return noise.norm == RowNorm::l1 ? "l1" : "l2";
}

std::string record::Audited::engine() const {
  return std::string(engine_version());
}

std::string_view record::Audited::planted() const {
  const auto entries = planted_bugs();
  const auto found = std::ranges::find(entries, plan->rules.bug, &PlantedEntry::bug);
  return found == entries.end() ? "" : found->id;
}

std::string audit_report(const AuditOptions& options, const AuditPlan& plan,
                         const AuditFinding& finding, const ScoreTable& scores) {
  const double delta = plan.claim.delta;
  const bool has_mu = plan.claim.gaussian_mu.has_value();
  const double by_mu = has_mu ? gaussian_epsilon_of(finding.mu, delta) : 0;
  const double epsilon = std::max(finding.epsilon, by_mu);
  return write_json(record::json_of<record::kAudit>(
      record::Audited{.options = &options,
                      .plan = &plan,
                      .finding = &finding,
                      .bound = {.epsilon = epsilon,
                                .delta = delta,
                                .form = by_mu > finding.epsilon ? "gaussian" : "attack",
                                .mu = has_mu ? std::optional(finding.mu) : std::nullopt},
                      .sentence = sentence(options, plan, finding, epsilon),
                      .histogram = histogram_of(shown_statistic(finding), scores)}));
}

}  // namespace noisy

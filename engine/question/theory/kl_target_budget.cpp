#include <optional>

#include "engine/algorithm/kl/theory/spider_planner.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

using record::of, record::Seen::nobody;

struct TargetQuestion : KlQuestion {
  double smoothness = 0.0;
  double target_gap = 0.0;
  std::optional<Index> given_samples;
  std::optional<double> given_rho;
  Index most_steps = kUsualSpiderSteps;

  /// With 1 for what is asked for.
  KlSetting spider_setting() const {
    KlSetting known = setting();
    known.smoothness_sample = known.smoothness_risk = smoothness;
    known.samples = static_cast<double>(given_samples.value_or(1));
    known.rho = given_rho.value_or(1.0);
    return known;
  }
};

const std::vector<Field<TargetQuestion>>& fields() {
  static const std::vector<Field<TargetQuestion>> kFields = [] {
    auto table = kl_fields<TargetQuestion>(2.0);
    table.push_back({kl_smoothness_spec(), &store<&TargetQuestion::smoothness>});
    table.push_back({positive_spec("targetGap", "Target gap", "The gap that is to be promised."),
                     &store<&TargetQuestion::target_gap>});
    table.push_back(
        {or_rule(kl_samples_spec(), "the answer"), &store<&TargetQuestion::given_samples>});
    table.push_back({or_rule(kl_rho_spec(), "the answer"),
                     &store<&TargetQuestion::given_rho, ErrorCode::invalid_budget>});
    table.push_back({kl_most_steps_spec(), &store<&TargetQuestion::most_steps>});
    return table;
  }();
  return kFields;
}

constexpr FieldRule kRules[] = {
    needs("rho", "is required where the number of records is asked for", "samples",
          FieldRule::kAbsent),
    refuses("rho", ErrorCode::conflicting_fields,
            "is the answer where the number of records is given: leave one of them out", "samples",
            FieldRule::kGiven)};

struct BudgetAnswer {
  KlSetting setting;
  SpiderSchedule schedule;

  std::vector<std::string> contradictions() const { return kl_contradictions(setting); }
  Index rounds() const { return std::ssize(schedule.rounds); }
};

constexpr record::Table kBudget{
    "KlTargetBudget",
    "",
    {{"rho", of<&BudgetAnswer::setting, &KlSetting::rho>(), nobody,
      "The one of rho and samples that was left out is the least with which KL Spider promises "
      "the gap."},
     {"samples", of<&BudgetAnswer::setting, &KlSetting::samples>()},
     {"contradictions", of<&BudgetAnswer::contradictions>()},
     {"rounds", of<&BudgetAnswer::rounds>()},
     {"steps", of<&BudgetAnswer::schedule, &SpiderSchedule::total_steps>()},
     {"radius", of<&BudgetAnswer::schedule, &SpiderSchedule::radius>()}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  KlSetting setting = question->spider_setting();
  const auto find = question->given_samples ? &rho_for_target : &n_for_target;
  const auto found = find(setting, question->target_gap, kUsualErrorFraction, kUsualStepFraction,
                          question->most_steps);
  if (!found) return std::unexpected(found.error());
  (question->given_samples ? setting.rho : setting.samples) = *found;
  const auto schedule =
      *found > 0.0 ? spider_schedule(setting, SpiderMode::accuracy_driven, kUsualErrorFraction,
                                     kUsualStepFraction, question->most_steps)
                   : SpiderSchedule{};
  if (!schedule) return std::unexpected(schedule.error());
  return record::json_of<kBudget>(BudgetAnswer{setting, *schedule});
}

}  // namespace

TheoryQuery kl_target_budget_query() {
  return {.name = "kl-target-budget",
          .title = "Budget of a target gap",
          .description =
              "The least zCDP budget, or the least number of records, for which KL Spider promises "
              "a gap: the one of rho and samples that is left out. 0, or 1, where the start "
              "already has the gap.",
          .source = "Menart, Ullah, Arora, Bassily, Guzman, Theorem 1 with explicit constants",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kBudget},
          .answer = &answer};
}

}  // namespace noisy

#include <cmath>
#include <limits>

#include "engine/algorithm/erm/theory/noise_ratio.h"
#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/experiment/file/experiment.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::in, record::kNumbersOrNull, record::of, record::Seen::nobody;

constexpr std::size_t kMostBatches = 24;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct NoiseQuestion {
  Index samples = 0;
  Index inner_steps = 0;
  double epsilon = 0.0;
  double delta = 0.0;
  double lipschitz = 1.0;
  double noise_constant = 0.0;
  std::vector<double> batch_sizes;

  VarianceReducedSchedule schedule(double batch_size) const {
    return {.samples = samples,
            .batch_size = static_cast<Index>(batch_size),
            .steps = inner_steps,
            .anchored_steps = 0};
  }
  PrivacyTarget target() const { return {.epsilon = epsilon, .delta = delta}; }
};

const std::vector<Field<NoiseQuestion>>& fields() {
  static const std::vector<Field<NoiseQuestion>> kFields = [] {
    ParameterSpec delta = positive_spec("delta", "Delta", "Below 1; best far below 1/n.");
    delta.maximum = 0.999999;
    ParameterSpec batches =
        whole_spec("batchSizes", "Batch sizes", 1, FormatLimits::kSamples,
                   "b, 1 to 24 of them: records per inner step, drawn without replacement.");
    batches.type = ParameterType::number_or_vector;
    return std::vector<Field<NoiseQuestion>>{
        {whole_spec("samples", "Records", 2, FormatLimits::kSamples, "n, public."),
         &store<&NoiseQuestion::samples>},
        {whole_spec("innerSteps", "Inner steps", 1, 1e9, "N, over all epochs."),
         &store<&NoiseQuestion::inner_steps>},
        {positive_spec("epsilon", "Epsilon", "The whole budget, replace-one neighbours."),
         &store<&NoiseQuestion::epsilon, ErrorCode::invalid_budget>},
        {std::move(delta), &store<&NoiseQuestion::delta, ErrorCode::invalid_budget>},
        {or_default(positive_spec("lipschitz", "Gradient bound",
                                  "G, the largest L2 norm of one record's gradient."),
                    1.0),
         &store<&NoiseQuestion::lipschitz>},
        {or_default(not_negative_spec("noiseConstant", "Noise constant",
                                      "c of the theorem's noise; 0 for the proven one."),
                    0.0),
         &store<&NoiseQuestion::noise_constant>},
        {std::move(batches), &store<&NoiseQuestion::batch_sizes>}};
  }();
  return kFields;
}

Result<void> check_batches(const NoiseQuestion& question) {
  for (std::size_t i = 0; i < question.batch_sizes.size(); ++i) {
    const double batch = question.batch_sizes[i];
    if (batch == std::floor(batch) && batch <= static_cast<double>(question.samples)) continue;
    return fail(ErrorCode::invalid_value, join_path("batchSizes", i),
                "is " + number_text(batch) + " but must be a whole number between 1 and n");
  }
  return {};
}

/// sigma of each batch size; null where a calibration proves nothing.
template <typename Calibration>
std::vector<double> noises(const NoiseQuestion& question, const Calibration& calibration) {
  std::vector<double> out;
  for (const double batch : question.batch_sizes) {
    out.push_back(calibration(question.schedule(batch)).value_or(kNone) * question.lipschitz);
  }
  return out;
}

struct OfPaper {
  double noise = 0.0;
  double proven_constant = 0.0;
  std::vector<PaperNoise> batches;
  std::vector<double> certified_epsilon;

  template <bool PaperNoise::*flag>
  Json flags() const {
    std::vector<Json> out;
    for (const PaperNoise& batch : batches) out.emplace_back(batch.*flag);
    return Json::array(std::move(out));
  }
};

constexpr record::Table kPaper{
    "PaperBatchNoise",
    "The theorem's, the same for every batch size. Outside of the two conditions of its proof it "
    "promises nothing.",
    {{"noise", of<&OfPaper::noise>()},
     {"provenConstant", of<&OfPaper::proven_constant>()},
     {"isLargeEnough", of<&OfPaper::flags<&PaperNoise::is_large_enough>>("boolean[]"), nobody,
      "A condition, by batch size."},
     {"isAmplified", of<&OfPaper::flags<&PaperNoise::is_amplified>>("boolean[]"), nobody,
      "The other condition."},
     {"certifiedEpsilon", of<&OfPaper::certified_epsilon>(kNumbersOrNull), nobody,
      "What the accountant proves of it."}}};

struct BatchNoise {
  std::vector<double> batch_size, tight, advanced;
  OfPaper paper;
  double large_batch_limit = 0.0, full_batch = 0.0;
  Index smallest_batch = 0;
  Index first_guess = 0;
};

constexpr record::Table kBatchNoise{
    "BatchNoise",
    "",
    {{"batchSize", of<&BatchNoise::batch_size>()},
     {"tight", of<&BatchNoise::tight>(kNumbersOrNull), nobody,
      "sigma that the accountant proves to be enough."},
     {"advanced", of<&BatchNoise::advanced>(kNumbersOrNull), nobody,
      "By advanced composition; null where it proves nothing."},
     {"paper", in<kPaper, &BatchNoise::paper>()},
     {"largeBatchLimit", of<&BatchNoise::large_batch_limit>(), nobody,
      "What `tight` tends to for large batches below n."},
     {"fullBatch", of<&BatchNoise::full_batch>(), nobody, "What it is for n."},
     {"smallestBatch", of<&BatchNoise::smallest_batch>(), nobody,
      "The least batch within 15 % of the limit."},
     {"firstGuess", of<&BatchNoise::first_guess>(), nobody, "A quick guess of it."}}};

/// The theorem's noise: where its proof holds, and what the accountant proves of it.
Result<OfPaper> paper_noise(const NoiseQuestion& question) {
  OfPaper out;
  for (const double batch : question.batch_sizes) {
    const VarianceReducedSchedule schedule = question.schedule(batch);
    const auto paper =
        paper_variance_reduced_noise(schedule, question.target(), question.noise_constant);
    if (!paper) return std::unexpected(paper.error());
    out.batches.push_back(*paper);
    out.certified_epsilon.push_back(
        variance_reduced_epsilon(schedule, paper->noise, question.delta).value);
  }
  if (out.batches.empty()) return out;
  out.noise = out.batches.back().noise * question.lipschitz;
  out.proven_constant = out.batches.back().least_constant;
  return out;
}

/// sigma for a noise ratio C_sig.
Result<double> noise_of(const Result<double>& ratio, const NoiseQuestion& question) {
  if (!ratio) return std::unexpected(ratio.error());
  return std::sqrt(*ratio * static_cast<double>(question.inner_steps)) * question.lipschitz /
         static_cast<double>(question.samples);
}

constexpr FieldRule kRules[] = {lists("batchSizes", kMostBatches)};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_batches(*question); !checked) return std::unexpected(checked.error());
  const PrivacyTarget target = question->target();
  const auto tight = [&](const VarianceReducedSchedule& schedule) -> Result<double> {
    const auto calibration = calibrate_variance_reduced(schedule, target);
    if (!calibration) return std::unexpected(calibration.error());
    return calibration->noise;
  };
  const auto advanced = [&](const VarianceReducedSchedule& schedule) {
    return advanced_variance_reduced_noise(schedule, target);
  };
  const double epsilon = question->epsilon, delta = question->delta;
  const auto limit =
      noise_of(variance_reduced_noise_ratio(NoiseLevel::tight, epsilon, delta), *question);
  if (!limit) return std::unexpected(limit.error());
  const auto full = noise_of(full_batch_noise_ratio(NoiseLevel::tight, epsilon, delta), *question);
  if (!full) return std::unexpected(full.error());
  const auto paper = paper_noise(*question);
  if (!paper) return std::unexpected(paper.error());
  const auto smallest = smallest_batch(question->schedule(1.0), target);
  if (!smallest) return std::unexpected(smallest.error());
  return record::json_of<kBatchNoise>(
      BatchNoise{.batch_size = question->batch_sizes,
                 .tight = noises(*question, tight),
                 .advanced = noises(*question, advanced),
                 .paper = *paper,
                 .large_batch_limit = *limit,
                 .full_batch = *full,
                 .smallest_batch = *smallest,
                 .first_guess = first_batch_guess(
                     question->samples, static_cast<double>(question->inner_steps), epsilon)});
}

}  // namespace

TheoryQuery batch_noise_query() {
  return {.name = "batch-noise",
          .title = "Noise and batch size",
          .description =
              "The noise that variance-reduced gradients need, by batch size: the least that the "
              "accountant proves, advanced composition, and the theorem's, with the conditions "
              "under which its proof holds and the epsilon that the accountant proves for it.",
          .source = "Wang, Ye and Xu, Theorems 4.1 and 4.3 with derived constants",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kBatchNoise},
          .answer = &answer};
}

}  // namespace noisy

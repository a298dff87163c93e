#include <memory>

#include "engine/algorithm/accelerated/theory/sampling_noise.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/batch_meter.h"

namespace noisy {
namespace {

/// The variances of record gradients at a point, summed over coordinates: one walk, record by
/// record.
class GradientSpread final : public PointSearcher {
 public:
  explicit GradientSpread(const FiniteSum& sum) : sum_(sum) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    return std::make_unique<Walk>(sum_, point);
  }

 private:
  class Walk final : public PointSearch {
   public:
    Walk(const FiniteSum& sum, const Vector& point)
        : sum_(sum), point_(point), gradient_(sum.dimension()), spread_(sum.dimension()) {}

    bool advance(ThreadPool&, const Deadline& deadline) override {
      constexpr Index kWindow = 64;
      while (spread_.samples() < sum_.samples()) {
        const Index record = spread_.samples();
        if (record % kWindow == 0 && record > 0 && deadline.passed()) return false;
        sum_.answer_batch({&record, 1}, {.point = &point_, .gradient = &gradient_}, scratch_);
        spread_.add({gradient_.data(), static_cast<std::size_t>(gradient_.size())});
      }
      return true;
    }
    double number(std::size_t) const override {
      return spread_.trace(1).value_or(std::numeric_limits<double>::quiet_NaN());
    }
    double evaluations() const override { return static_cast<double>(spread_.samples()); }

   private:
    const FiniteSum& sum_;
    const Vector& point_;
    Vector gradient_;
    SamplingNoiseEstimator spread_;
    BatchScratch scratch_;
  };

  const FiniteSum& sum_;
};

class SamplingNoiseMeter final : public BatchMeter {
 public:
  explicit SamplingNoiseMeter(const FiniteSum& sum) : samples_(sum.samples()), spread_(sum) {}

 protected:
  void ask_about(const Vector& x, const Index&, Questions& questions) const override {
    questions.found(spread_, x, 0);
  }
  double value_at(const Vector&, const Index& batch,
                  std::span<const double> answers) const override {
    return answers[0] * sampling_factor(batch, samples_);
  }

 private:
  Index samples_;
  GradientSpread spread_;
};

}  // namespace

DiagnosticEntry sampling_noise_diagnostic() {
  return {.id = "sampling-noise",
          .title = "Sampling noise",
          .description =
              "E||g - grad F(x)||^2 over batches of the step's size m, drawn without replacement: "
              "(n - m) / (m (n - 1)) times the variances of the records' gradients at x, summed "
              "over coordinates. 0 where a step reads all records; none for Poisson batches and "
              "variance-reduced gradients.",
          .needs = {.evaluations = 1, .noise = true},
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<SamplingNoiseMeter>(*problem.sum);
          }};
}

}  // namespace noisy

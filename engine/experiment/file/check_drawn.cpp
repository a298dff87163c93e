#include "engine/experiment/file/check_drawn.h"

namespace noisy {

Result<void> check_drawn(const Experiment& experiment) {
  const DataSpec& data = *experiment.data;
  if (data.storage != Storage::drawn) return {};
  const auto* synthetic = std::get_if<SyntheticParameters>(&data.source);
  if (!synthetic || !is_sign_generator(synthetic->name) || !data.preprocess.empty()) {
    return fail(ErrorCode::conflicting_fields, "data.storage",
                "only generators of signs are drawn whenever they are read, without preprocess");
  }
  const ProblemSpec& problem = experiment.problem;
  if (problem.loss->form == LossForm::margin && !problem.gradient_clip) return {};
  return fail(ErrorCode::unsupported_option, "data.storage",
              "records that are not kept are for losses of linear models, without gradientClip");
}

}  // namespace noisy

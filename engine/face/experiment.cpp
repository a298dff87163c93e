#include "noisy_descent/experiment.h"

#include "engine/face/inside.h"

namespace noisy_descent {

Result<std::string> estimate(std::string_view experiment) {
  const auto session = noisy::Workspace().open(experiment, "");
  if (!session) return outward(session.error());
  return (*session)->estimate();
}

Result<std::string> plan(std::string_view experiment, const Data& data, const Options& options) {
  const auto opened = open(experiment, data, options);
  if (!opened) return outward(opened.error());
  return outward(opened->session->plan());
}

Result<std::string> run(std::string_view experiment, const Data& data, const Options& options) {
  const auto opened = open(experiment, data, options);
  if (!opened) return outward(opened.error());
  return outward(noisy::run_whole(*opened->session, experiment, opened->threads, Teller(options)));
}

}  // namespace noisy_descent

#include "engine/question/suggestions.h"

#include <vector>

namespace noisy {

Json suggested_preprocess(const BuiltinData& data) {
  std::vector<double> lower;
  std::vector<double> upper;
  for (const BuiltinColumn& column : data.columns) {
    lower.push_back(column.usual.lower);
    upper.push_back(column.usual.upper);
  }
  std::vector<Json> steps;
  steps.push_back(Json::object({{"kind", "scale-columns"},
                                {"lower", Json::numbers(std::move(lower))},
                                {"upper", Json::numbers(std::move(upper))},
                                {"to", Json::numbers({-1, 1})}}));
  if (data.class_names.empty()) {
    steps.push_back(Json::object({{"kind", "scale-target"},
                                  {"lower", data.target_range.lower},
                                  {"upper", data.target_range.upper}}));
  } else if (data.class_names.size() > 2) {
    std::vector<double> odd;
    for (std::size_t i = 1; i < data.class_names.size(); i += 2) {
      odd.push_back(static_cast<double>(i));
    }
    steps.push_back(
        Json::object({{"kind", "labels"}, {"positive", Json::numbers(std::move(odd))}}));
  }
  steps.push_back(Json::object({{"kind", "add-intercept"}, {"value", data.suggested.intercept}}));
  steps.push_back(
      Json::object({{"kind", "clip-rows"}, {"norm", "l2"}, {"bound", data.suggested.row_bound}}));
  return Json::array(std::move(steps));
}

std::string suggested_loss(const BuiltinData& data) {
  return data.class_names.empty() ? "squared" : "logistic";
}

}  // namespace noisy

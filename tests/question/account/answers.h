#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/json/json.h"
#include "engine/question/account/account.h"

namespace noisy::testing {

/// The answer as a tree; an error fails the test.
inline Json answered(const std::string& query) {
  const auto text = account(query);
  EXPECT_TRUE(text) << query << ": " << (text ? "" : text.error().field + text.error().message);
  return text ? parse_json(*text).value() : Json();
}

/// The value, or infinity for null.
inline double value_of(const std::string& query) {
  const Json answer = answered(query);
  const Json* value = answer.find("value");
  return value && value->is_number() ? value->number() : HUGE_VAL;
}

/// {"query": name, fields}
inline std::string question(const std::string& name, const std::string& fields) {
  return "{\"query\":\"" + name + "\"," + fields + "}";
}

inline double value_of(const std::string& name, const std::string& fields) {
  return value_of(question(name, fields));
}

}  // namespace noisy::testing
